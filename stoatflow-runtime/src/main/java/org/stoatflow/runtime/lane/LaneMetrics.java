package org.stoatflow.runtime.lane;

import java.util.concurrent.atomic.AtomicLong;
import org.stoatflow.spi.OperatorHooks.DropReason;

/** Counts of one lane. Written by the lane's thread alone; readers elsewhere may see them a moment late. */
public final class LaneMetrics {
    private final AtomicLong records = new AtomicLong();
    private final AtomicLong batches = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();

    void onBatch(int size) {
        add(records, size);
        add(batches, 1);
    }

    /** An operator drops a record by its rules. */
    void onDropped(DropReason reason) {
        add(dropped, 1);
    }

    /** A record that the timestamp extractor leaves out. */
    void onSkipped() {
        add(dropped, 1);
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

    /** Records that an operator or a timestamp extractor left out. */
    public long dropped() {
        return dropped.get();
    }
}
