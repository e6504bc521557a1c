package org.stoatflow.kernel.counters;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts what one lane has put into its outboxes for the topic of one sink, by virtual partition. Only the lane's
 * thread writes; other threads may read a moment late.
 */
public final class SinkCounters {
    private final AtomicLongArray records;
    private final AtomicLongArray bytes;

    /** @param partitions virtual partitions of the stage, or 1 for a lane that serves only one */
    SinkCounters(int partitions) {
        records = new AtomicLongArray(partitions);
        bytes = new AtomicLongArray(partitions);
    }

    /** Goes on from earlier counts. */
    SinkCounters(SinkCounters before) {
        this(before.records.length());
        LaneCounters.copy(before.records, records);
        LaneCounters.copy(before.bytes, bytes);
    }

    public void onRecord(int partition, long size) {
        int slot = slotOf(partition);
        LaneCounters.add(records, slot, 1);
        LaneCounters.add(bytes, slot, size);
    }

    public long records(int partition) {
        return records.get(slotOf(partition));
    }

    /** The bytes of the sink's records, as {@link RecordBytes} counts them. */
    public long bytes(int partition) {
        return bytes.get(slotOf(partition));
    }

    private int slotOf(int partition) {
        return records.length() == 1 ? 0 : Math.max(0, partition);
    }
}
