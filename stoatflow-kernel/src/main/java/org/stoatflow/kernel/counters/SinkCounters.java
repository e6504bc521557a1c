package org.stoatflow.kernel.counters;

import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.plan.OwnedPartitions;

/**
 * Counts what one lane has put into its outboxes for the topic of one sink, by virtual partition. Only the lane's
 * thread writes; other threads may read a moment late.
 *
 * <p>Shared. Written by: the lane. Read by: metrics, messages. Safe: one writer, opaque stores; readers may be late.
 * Proof: SharedFieldsTest.
 */
public final class SinkCounters {
    private final @Nullable OwnedPartitions several; // null in a lane of one virtual partition
    private final AtomicLongArray records;
    private final AtomicLongArray bytes;

    /** @param several the owned virtual partitions of the stage, or null in a lane that serves only one */
    SinkCounters(@Nullable OwnedPartitions several) {
        this.several = several;
        int partitions = several == null ? 1 : several.count();
        records = new AtomicLongArray(partitions);
        bytes = new AtomicLongArray(partitions);
    }

    /** Goes on from earlier counts. */
    SinkCounters(SinkCounters before) {
        this(before.several);
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
        return several == null || partition < 0 ? 0 : several.slotOf(partition);
    }
}
