package org.stoatflow.kernel.metrics;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.fault.DropCounts;
import org.stoatflow.kernel.fault.FaultDrop;
import org.stoatflow.operator.OperatorHooks.DropReason;

/**
 * Records that one lane has left out, by virtual partition and by reason. Written by the lane's thread alone, by plain
 * stores; readers elsewhere may see it a moment late.
 */
final class DropMetrics {
    private final AtomicLongArray dropped; // by partition
    private final Map<DropReason, AtomicLong> byOperators = new EnumMap<>(DropReason.class);
    private final DropCounts byFaults;

    /** @param before what the run before has counted, with as many partitions; or null */
    DropMetrics(int partitions, @Nullable DropMetrics before) {
        dropped = new AtomicLongArray(partitions);
        byFaults = new DropCounts(before == null ? null : before.byFaults);
        for (DropReason reason : DropReason.values()) {
            byOperators.put(reason, new AtomicLong(before == null ? 0 : before.of(reason)));
        }
        if (before != null) {
            LaneMetrics.copy(before.dropped, dropped);
        }
    }

    void onDropped(DropReason reason, int slot) {
        LaneMetrics.add(count(reason), 1);
        LaneMetrics.add(dropped, slot, 1);
    }

    void onFault(FaultDrop reason, int slot, Object where, Object why) {
        byFaults.onDropped(reason, where, why);
        LaneMetrics.add(dropped, slot, 1);
    }

    long total() {
        return LaneMetrics.sum(dropped);
    }

    long ofSlot(int slot) {
        return dropped.get(slot);
    }

    long of(FaultDrop reason) {
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
