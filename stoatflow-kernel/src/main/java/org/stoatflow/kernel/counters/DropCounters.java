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
 * Counts the records that one lane has dropped, by virtual partition and by reason. Only the lane's thread writes, by
 * plain stores; other threads may read a moment late.
 */
final class DropCounters {
    private final AtomicLongArray dropped; // by partition
    private final Map<DropReason, AtomicLong> byOperators = new EnumMap<>(DropReason.class);
    private final DropCounts byFaults;

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

    void onDropped(DropReason reason, int slot) {
        LaneCounters.add(count(reason), 1);
        LaneCounters.add(dropped, slot, 1);
    }

    void onFault(ErrorDrop reason, int slot, Object where, Object why) {
        byFaults.onDropped(reason, where, why);
        LaneCounters.add(dropped, slot, 1);
    }

    long total() {
        return LaneCounters.sum(dropped);
    }

    long ofSlot(int slot) {
        return dropped.get(slot);
    }

    long of(ErrorDrop reason) {
        return byFaults.of(reason);
    }

    long of(DropReason reason) {
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
