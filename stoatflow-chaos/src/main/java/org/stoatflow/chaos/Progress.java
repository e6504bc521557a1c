package org.stoatflow.chaos;

import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** Follows the output as it is committed: how much there is, and when it grew last. One thread. */
final class Progress implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(20);

    private final KafkaConsumer<String, String> consumer;
    private final Map<ReportClock, Map<String, Long>> told = new EnumMap<>(ReportClock.class);
    private long counted;
    private long grownNs = System.nanoTime();

    Progress(Committed committed) {
        consumer = committed.reader(List.of(Names.COUNTED, Names.TOLD));
    }

    /** Reads the output that is there. */
    void poll() {
        for (ConsumerRecord<String, String> record : consumer.poll(POLL)) {
            if (record.topic().equals(Names.COUNTED)) {
                counted++;
                grownNs = System.nanoTime();
            } else {
                PunctuatorReport telling = PunctuatorReport.parse(record.value());
                told.computeIfAbsent(telling.clock(), any -> new HashMap<>()).put(record.key(), telling.count());
            }
        }
    }

    /** Committed records of {@link Names#COUNTED}. */
    long counted() {
        return counted;
    }

    /** When the last new record came, by {@link System#nanoTime}. */
    long grownNs() {
        return grownNs;
    }

    /** How many records a punctuator has reported. */
    long told(ReportClock clock) {
        return told.getOrDefault(clock, Map.of()).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
