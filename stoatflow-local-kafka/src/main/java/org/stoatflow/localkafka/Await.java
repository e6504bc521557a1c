package org.stoatflow.localkafka;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The one place that waits: polls a condition, within a bound ({@link Patience}). */
final class Await {
    private static final Duration PAUSE = Duration.ofMillis(20);

    private Await() {}

    /** Returns once {@code condition} holds; the failure asks {@code message} for its text. */
    static void until(BooleanSupplier condition, Duration limit, Supplier<String> message) {
        long beginNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (Patience.isOver(beginNs, limit)) {
                throw new LocalKafkaException(message.get());
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new LocalKafkaException("interrupted while waiting for a local Kafka broker", interrupted);
        }
    }
}
