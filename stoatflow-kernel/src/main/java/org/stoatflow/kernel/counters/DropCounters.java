package org.stoatflow.kernel.counters;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.error.DropCounts;
import org.stoatflow.kernel.error.ErrorDrop;
import org.stoatflow.operator.OperatorHooks.DropReason;

/**
 * Counts the records that one lane has dropped, by virtual partition and by reason; or those that global stores have.
 * Only the owner's thread writes, by plain stores; other threads may read a moment late.
 *
 * <p>Shared. Written by: the lane; those of global stores: their thread. Read by: metrics, messages. Safe: one writer,
 * opaque stores; readers may be late. Proof: SharedFieldsTest.
 */
public final class DropCounters {
    private final AtomicLongArray dropped; // by partition
    private final Map<DropReason, AtomicLong> byOperators = new EnumMap<>(DropReason.class);
    private final DropCounts byFaults;

    /** Counters without partitions, as global stores have them. */
    public static DropCounters ofOne() {
        return new DropCounters(1, null);
    }

    /** @param before what the previous run has counted, with the same number of partitions; or null */
    DropCounters(int partitions, @Nullable DropCounters before) {
        dropped = new AtomicLongArray(partitions);
        byFaults = new DropCounts(before == null ? null : before.byFaults);
        for (DropReason reason : DropReason.values()) {
            byOperators.put(reason, new AtomicLong(before == null ? 0 : before.of(reason)));
        }
        if (before != null) {
            LaneCounters.copy(before.dropped, dropped);
        }
    }

    /** An operator drops a record by its rules. */
    public void onDropped(DropReason reason, int slot) {
        LaneCounters.add(count(reason), 1);
        LaneCounters.add(dropped, slot, 1);
    }

    /** A record is dropped because of an error. */
    public void onFault(ErrorDrop reason, int slot, Object where, Object why) {
        byFaults.onDropped(reason, where, why);
        LaneCounters.add(dropped, slot, 1);
    }

    /** Records that were dropped, for any reason. */
    public long total() {
        return LaneCounters.sum(dropped);
    }

    long ofSlot(int slot) {
        return dropped.get(slot);
    }

    /** Records that were dropped for this error. */
    public long of(ErrorDrop reason) {
        return byFaults.of(reason);
    }

    /** Records that operators dropped by this rule. */
    public long of(DropReason reason) {
        return count(reason).get();
    }

    private AtomicLong count(DropReason reason) {
        AtomicLong count = byOperators.get(reason);
        if (count == null) {
            throw new IllegalStateException("no counter for " + reason);
        }
        return count;
    }
}
