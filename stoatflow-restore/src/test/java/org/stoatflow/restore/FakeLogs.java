package org.stoatflow.restore;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** Changelog partitions in memory, with transaction markers and a cleaner, and consumers of them. */
final class FakeLogs {
    /**
     * A record; {@code removableAtMs} is set when a cleaner first passes over a tombstone, as in Kafka since KIP-534.
     */
    static final class Entry {
        final String key;
        final String value;
        final long timestamp;
        long removableAtMs = Long.MAX_VALUE;

        Entry(String key, String value, long timestamp) {
            this.key = key;
            this.value = value;
            this.timestamp = timestamp;
        }
    }

    /** One partition. */
    static final class Log {
        final TreeMap<Long, Entry> entries = new TreeMap<>();
        final Map<String, Entry> table = new HashMap<>();
        long begin;
        long end;
        long openFrom = Long.MAX_VALUE; // a transaction that is not decided

        /** The last stable offset. */
        long stable() {
            return Math.min(end, openFrom);
        }

        void append(String key, String value, long timestamp) {
            Entry entry = new Entry(key, value, timestamp);
            entries.put(end++, entry);
            table.put(key, entry);
        }

        /** A commit marker takes an offset and is never given to a consumer. */
        void marker() {
            end++;
        }

        /** A record of a transaction, which is begun with the first one. */
        void appendOpen(String key, String value, long timestamp) {
            openFrom = Math.min(openFrom, end);
            entries.put(end++, new Entry(key, value, timestamp));
        }

        /** Ends the transaction, if there is one. */
        void decide(boolean commits) {
            if (openFrom != Long.MAX_VALUE) {
                Map<Long, Entry> open = entries.tailMap(openFrom, true);
                if (commits) {
                    open.values().forEach(entry -> table.put(entry.key, entry));
                } else {
                    open.clear();
                }
                openFrom = Long.MAX_VALUE;
                marker();
            }
        }

        /** The topic is deleted and created anew. */
        void makeAnew() {
            entries.clear();
            table.clear();
            begin = 0;
            end = 0;
            openFrom = Long.MAX_VALUE;
        }

        void clean(long nowMs, long deleteRetentionMs) {
            Set<String> later = new HashSet<>();
            for (long offset : new ArrayList<>(entries.headMap(stable(), false).descendingKeySet())) {
                Entry entry = entries.get(offset);
                boolean superseded = !later.add(entry.key);
                if (superseded || entry.removableAtMs <= nowMs) {
                    entries.remove(offset);
                } else if (entry.value == null && entry.removableAtMs == Long.MAX_VALUE) {
                    entry.removableAtMs = nowMs + deleteRetentionMs;
                }
            }
        }
    }

    private final Map<TopicPartition, Log> logs = new LinkedHashMap<>();

    Log log(String topic, int partition) {
        return logs.computeIfAbsent(new TopicPartition(topic, partition), at -> new Log());
    }

    Map<TopicPartition, LogRange> ranges() {
        Map<TopicPartition, LogRange> ranges = new HashMap<>();
        logs.forEach((partition, log) -> ranges.put(partition, new LogRange(log.begin, log.end)));
        return ranges;
    }

    LogConsumer consumer(int recordsMax) {
        return new LogConsumer(this, recordsMax);
    }

    /** Reads the logs. */
    static final class LogConsumer extends MockConsumer<byte[], byte[]> {
        private final FakeLogs logs;
        private final int recordsMax;
        boolean stalled;

        /** Whether nobody answers where the consumer has to ask for its position. */
        boolean withoutPositions;

        /** Whether somebody makes the records anew, and leaves out where the consumer goes on. */
        boolean untold;

        LogConsumer(FakeLogs logs, int recordsMax) {
            super("none");
            this.logs = logs;
            this.recordsMax = recordsMax;
        }

        @Override
        public synchronized long position(TopicPartition partition, Duration timeout) {
            if (withoutPositions) {
                throw new TimeoutException("no leader of " + partition);
            }
            return super.position(partition, timeout);
        }

        @Override
        public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> polled = new HashMap<>();
            Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
            requireOffsets();
            for (TopicPartition partition : assignment()) {
                if (!stalled && !paused().contains(partition)) {
                    polled.put(partition, read(partition));
                    next.put(partition, new OffsetAndMetadata(position(partition)));
                }
            }
            return new ConsumerRecords<>(polled, untold ? Map.of() : next);
        }

        /** Before anything is read: what is handed out is not lost by what another partition has. */
        private void requireOffsets() {
            Map<TopicPartition, Long> gone = new HashMap<>();
            for (TopicPartition partition : assignment()) {
                Log log = logs.logs.get(partition);
                long position = position(partition);
                if (!stalled && !paused().contains(partition) && (position < log.begin || position > log.end)) {
                    gone.put(partition, position);
                }
            }
            if (!gone.isEmpty()) {
                throw new OffsetOutOfRangeException(gone);
            }
        }

        private List<ConsumerRecord<byte[], byte[]>> read(TopicPartition partition) {
            Log log = logs.logs.get(partition);
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            for (Map.Entry<Long, Entry> at : log.entries
                    .subMap(position(partition), Math.max(position(partition), log.stable()))
                    .entrySet()) {
                if (records.size() == recordsMax) {
                    seek(partition, at.getKey());
                    return records;
                }
                records.add(record(partition, at.getKey(), at.getValue()));
            }
            seek(partition, Math.max(position(partition), log.stable()));
            return records;
        }

        private static ConsumerRecord<byte[], byte[]> record(TopicPartition partition, long offset, Entry entry) {
            return new ConsumerRecord<>(
                    partition.topic(),
                    partition.partition(),
                    offset,
                    entry.timestamp,
                    TimestampType.CREATE_TIME,
                    0,
                    0,
                    entry.key == null ? null : entry.key.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                    entry.value == null ? null : entry.value.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                    new RecordHeaders(),
                    Optional.empty());
        }

        @Override
        public synchronized Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions) {
            Map<TopicPartition, Long> begins = new HashMap<>();
            partitions.forEach(partition -> begins.put(partition, logs.logs.get(partition).begin));
            return begins;
        }

        @Override
        public synchronized Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
            Map<TopicPartition, Long> ends = new HashMap<>();
            partitions.forEach(
                    partition -> ends.put(partition, logs.logs.get(partition).stable()));
            return ends;
        }
    }
}
