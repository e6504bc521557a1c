package org.stoatflow.runtime.source;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.counters.RecordBytes;

/**
 * What the dispatcher has read and handed out, over all runs of the application. Written by the dispatcher's thread
 * alone, by plain stores; readers elsewhere may see it a moment late.
 */
public final class SourceCounters {
    private final Map<TopicPartition, PartitionCounters> partitions = new ConcurrentHashMap<>();
    private final AtomicLong polls = new AtomicLong();
    private final AtomicLong polledRecords = new AtomicLong();
    private final AtomicLong pollNs = new AtomicLong();
    private final AtomicLong longestPollNs = new AtomicLong(); // since it was last taken
    private final AtomicLong mostPolledRecords = new AtomicLong(); // likewise
    private final AtomicLong heldBackNs = new AtomicLong();
    private volatile int pausedPartitions;

    /** The counters of one source partition. */
    public static final class PartitionCounters {
        private final AtomicLong records = new AtomicLong();
        private final AtomicLong bytes = new AtomicLong();
        private volatile long lag;

        void onTaken(ConsumerRecord<byte[], byte[]> record) {
            records.setOpaque(records.getPlain() + 1);
            bytes.setOpaque(bytes.getPlain() + RecordBytes.of(record));
        }

        void lag(long newLag) {
            lag = newLag;
        }

        /** Records that were handed to lanes. */
        public long records() {
            return records.get();
        }

        /** As {@link RecordBytes} counts them. */
        public long bytes() {
            return bytes.get();
        }

        /** Records up to the end of the partition that are not handed out; a second old at most while it runs. */
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

    /** Nothing was handed out for so long, since too much is under way. */
    void onHeldBack(long ns) {
        heldBackNs.lazySet(heldBackNs.get() + ns);
    }

    void pausedPartitions(int count) {
        pausedPartitions = count;
    }

    // ---- any thread

    /** Those of a partition, which begin at nothing. */
    public PartitionCounters of(TopicPartition partition) {
        return partitions.computeIfAbsent(partition, any -> new PartitionCounters());
    }

    /** Those of all partitions that were ever read. */
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

    /** The longest poll since this was last asked, in nanoseconds. One thread asks. */
    public long takeLongestPollNs() {
        return longestPollNs.getAndSet(0);
    }

    /** The most records that a poll has brought since this was last asked. One thread asks. */
    public long takeMostPolledRecords() {
        return mostPolledRecords.getAndSet(0);
    }

    /** Time for which records that were there were not handed out, since too much was under way, in nanoseconds. */
    public long heldBackNs() {
        return heldBackNs.get();
    }

    /** Partitions that are paused, since enough of them is queued. */
    public int pausedPartitions() {
        return pausedPartitions;
    }
}
