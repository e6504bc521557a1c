package org.stoatflow.kernel.lane;

import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.Epoch;

/** Tells a lane that time has made something due; the lane handles all that is due by then. Made by the dispatcher. */
final class TimeBatch extends Batch {
    TimeBatch(Epoch epoch, int entry) {
        super(epoch, entry);
    }

    @Override
    public int size() {
        return 1;
    }

    @Override
    public long bytes() {
        return 0;
    }

    @Override
    byte @Nullable [] keyBytes(int index) {
        throw new IllegalStateException("a time batch has no records");
    }

    @Override
    int partition(int index) {
        throw new IllegalStateException("a time batch has no records");
    }
}
