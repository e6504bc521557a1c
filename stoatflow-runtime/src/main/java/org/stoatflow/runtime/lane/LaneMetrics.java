package org.stoatflow.runtime.lane;

import java.util.concurrent.atomic.AtomicLong;
import org.stoatflow.runtime.fault.DropCounts;
import org.stoatflow.runtime.fault.FaultDrop;
import org.stoatflow.spi.OperatorHooks.DropReason;

/** Counts of one lane. Written by the lane's thread alone; readers elsewhere may see them a moment late. */
public final class LaneMetrics {
    private final AtomicLong records = new AtomicLong();
    private final AtomicLong batches = new AtomicLong();
    private final AtomicLong retries = new AtomicLong();
    private final AtomicLong held = new AtomicLong();
    private final AtomicLong droppedByOperators = new AtomicLong();
    private final DropCounts faults = new DropCounts();

    void onBatch(int size) {
        add(records, size);
        add(batches, 1);
    }

    /** An operator drops a record by its rules. */
    void onDropped(DropReason reason) {
        add(droppedByOperators, 1);
    }

    /** A record is dropped because of an error in it. */
    void onFault(FaultDrop reason, Object where, Object why) {
        faults.onDropped(reason, where, why);
    }

    /** A record is rolled back, to be run again. */
    void onRetry() {
        add(retries, 1);
    }

    /** So many records wait to be run again now. */
    void onHeld(int records) {
        held.lazySet(records);
    }

    private static void add(AtomicLong counter, long more) {
        counter.lazySet(counter.get() + more); // one writer
    }

    /** Records that entered the lane. */
    public long records() {
        return records.get();
    }

    public long batches() {
        return batches.get();
    }

    /** Records that were rolled back, to be run again; each time counts. */
    public long retries() {
        return retries.get();
    }

    /** Records that wait to be run again, and those behind them. */
    public long held() {
        return held.get();
    }

    /** Records that were left out, for whatever reason. */
    public long dropped() {
        return droppedByOperators.get() + faults.total();
    }

    /** Records that were left out because of an error in them. */
    public long dropped(FaultDrop reason) {
        return faults.of(reason);
    }
}
