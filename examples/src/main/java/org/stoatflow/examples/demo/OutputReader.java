package org.stoatflow.examples.demo;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Reads counts while they are made, on a thread of its own, and passes on when each arrived. */
final class OutputReader {
    private static final Duration POLL = Duration.ofMillis(100);

    private final String bootstrapServers;
    private final String topic;
    private final DemoClock clock;
    private final ReaderTotals seen;
    private final Comeback comeback;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final Thread thread = Thread.ofPlatform().name("reader").daemon().unstarted(this::run);
    private volatile @Nullable Map<TopicPartition, Long> ends;

    OutputReader(String bootstrapServers, String topic, DemoClock clock, ReaderTotals seen, Comeback comeback) {
        this.bootstrapServers = bootstrapServers;
        this.topic = topic;
        this.clock = clock;
        this.seen = seen;
        this.comeback = comeback;
    }

    void start() {
        thread.start();
    }

    /** Throws if the reader has failed. Any thread. */
    void check() throws DemoFailure {
        Throwable reason = failure.get();
        if (reason != null) {
            throw new DemoFailure("the counts could not be read: " + reason.getMessage(), reason);
        }
    }

    /** Stops once everything before these offsets is read. */
    void stop(Map<TopicPartition, Long> newEnds, Duration limit) throws DemoFailure, InterruptedException {
        ends = Map.copyOf(newEnds);
        if (!thread.join(limit)) {
            throw new DemoFailure("the reader is not at the end of the counts after " + limit.toSeconds() + " s");
        }
        check();
    }

    /** Asks the reader to stop wherever it is, and does not wait. */
    void abandon() {
        ends = Map.of();
    }

    private void run() {
        try (CountsConsumer consumer = new CountsConsumer(bootstrapServers, topic)) {
            while (true) {
                onRecords(consumer.poll(POLL));
                Map<TopicPartition, Long> last = ends;
                if (last != null && consumer.hasReached(last)) {
                    return;
                }
            }
        } catch (Throwable any) { // the thread's root
            failure.set(any);
        }
    }

    private void onRecords(ConsumerRecords<String, Long> records) throws DemoFailure {
        long nowMicros = clock.epochMicros();
        for (ConsumerRecord<String, Long> result : records) {
            long slotMicros = SlotHeader.micros(result.headers());
            comeback.onResult(slotMicros, nowMicros);
            seen.onResult(result.key(), result.value(), nowMicros - slotMicros);
        }
    }
}
