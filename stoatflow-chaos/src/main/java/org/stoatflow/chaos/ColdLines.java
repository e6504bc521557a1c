package org.stoatflow.chaos;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The input of one cold start: lines of words, the same for the same seed, and how often each word was sent. One
 * thread.
 */
final class ColdLines {
    private static final int WORDS = 200;
    private static final int WORDS_IN_LINE = 3;

    private final Producer<String, String> producer;
    private final String topic;
    private final Random random;
    private final Map<String, Long> sent = new HashMap<>();
    private final AtomicReference<@Nullable Exception> refused = new AtomicReference<>();
    private int lines;

    ColdLines(Producer<String, String> producer, String topic, long seed) {
        this.producer = producer;
        this.topic = topic;
        this.random = new Random(seed);
    }

    /** Sends lines until so many are sent in all. */
    @SuppressWarnings("FutureReturnValueIgnored") // the callback hears of it
    void sendUpTo(long all) {
        for (; lines < all; lines++) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < WORDS_IN_LINE; i++) {
                String word = "w" + random.nextInt(WORDS);
                sent.merge(word, 1L, Long::sum);
                line.append(i == 0 ? "" : " ").append(word);
            }
            producer.send(new ProducerRecord<>(topic, Integer.toString(lines), line.toString()), (written, reason) -> {
                if (reason != null) {
                    refused.compareAndSet(null, reason);
                }
            });
        }
    }

    /** Returns once all is acknowledged. */
    void flush() {
        producer.flush();
        Exception reason = refused.get();
        if (reason != null) {
            throw new ChaosFailure("a line could not be written: " + reason.getMessage(), reason);
        }
    }

    int lines() {
        return lines;
    }

    /** How often each word was sent. */
    Map<String, Long> words() {
        return sent;
    }
}
