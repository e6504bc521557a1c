package org.stoatflow.runtime.source;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.counters.RecordBytes;

/**
 * Counts what the dispatcher has read and handed out, over all runs of the application. Only the dispatcher's thread
 * writes, by plain stores; readers on other threads may see a value a moment late.
 *
 * <p>Shared. Written by: dispatcher. Read by: metrics. Safe: one writer, plain or opaque stores; partitions in a
 * concurrent map. Proof: SharedFieldsTest.
 */
public final class SourceCounters {
    private final Map<TopicPartition, PartitionCounters> partitions = new ConcurrentHashMap<>();
    private final AtomicLong polls = new AtomicLong();
    private final AtomicLong polledRecords = new AtomicLong();
    private final AtomicLong pollNs = new AtomicLong();
    private final AtomicLong longestPollNs = new AtomicLong(); // since somebody last took it
    private final AtomicLong mostPolledRecords = new AtomicLong(); // likewise
    private final AtomicLong heldBackNs = new AtomicLong();
    private volatile int pausedPartitions;

    /** The counters of one source partition. */
    public static final class PartitionCounters {
        private final AtomicLong records = new AtomicLong();
        private final AtomicLong bytes = new AtomicLong();
        private volatile long lag;
        private volatile long polled = -1;

        void onTaken(ConsumerRecord<byte[], byte[]> record) {
            records.setOpaque(records.getPlain() + 1);
            bytes.setOpaque(bytes.getPlain() + RecordBytes.of(record));
        }

        void lag(long newLag) {
            lag = newLag;
        }

        /** Notes the offset of the last record that a poll has brought. */
        void polled(long offset) {
            polled = offset;
        }

        public long records() {
            return records.get();
        }

        /** Bytes of the records that were handed to lanes, as {@link RecordBytes} counts them. */
        public long bytes() {
            return bytes.get();
        }

        /** The offset of the last record that was polled; -1 before the first. */
        public long polled() {
            return polled;
        }

        /**
         * Records up to the end of the partition that are not handed out; while a run goes on, the number is a second
         * old at most.
         */
        public long lag() {
            return lag;
        }
    }

    // ---- the dispatcher's thread

    void onPoll(long tookNs, int records) {
        polls.lazySet(polls.get() + 1);
        polledRecords.lazySet(polledRecords.get() + records);
        pollNs.lazySet(pollNs.get() + tookNs);
        if (tookNs > longestPollNs.get()) {
            longestPollNs.set(tookNs);
        }
        if (records > mostPolledRecords.get()) {
            mostPolledRecords.set(records);
        }
    }

    /** Adds a time for which nothing was handed out, since too many bytes are in flight. */
    void onHeldBack(long ns) {
        heldBackNs.lazySet(heldBackNs.get() + ns);
    }

    void pausedPartitions(int count) {
        pausedPartitions = count;
    }

    // ---- any thread

    /** The counters of a partition; those of a new partition are zero. */
    public PartitionCounters of(TopicPartition partition) {
        return partitions.computeIfAbsent(partition, any -> new PartitionCounters());
    }

    /** The counters of all partitions that were ever read. */
    public Map<TopicPartition, PartitionCounters> partitions() {
        return partitions;
    }

    public long polls() {
        return polls.get();
    }

    public long polledRecords() {
        return polledRecords.get();
    }

    public long pollNs() {
        return pollNs.get();
    }

    /** Takes the longest poll since the last call, in nanoseconds. One thread calls this. */
    public long takeLongestPollNs() {
        return longestPollNs.getAndSet(0);
    }

    /** Takes the most records that a poll has brought since the last call. One thread calls this. */
    public long takeMostPolledRecords() {
        return mostPolledRecords.getAndSet(0);
    }

    /** For how long queued records were not handed out since too many bytes were in flight, in nanoseconds. */
    public long heldBackNs() {
        return heldBackNs.get();
    }

    /** How many partitions are paused, since enough of their records are queued. */
    public int pausedPartitions() {
        return pausedPartitions;
    }
}
