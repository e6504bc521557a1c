package org.stoatflow.kernel.batch;

import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.Epoch;

/**
 * Tells a lane that time has made something due. The lane handles all that is due when the batch runs. The dispatcher
 * makes it.
 */
public final class TimeBatch extends Batch {
    public TimeBatch(Epoch epoch, int entry) {
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
    public byte @Nullable [] keyBytes(int index) {
        throw new IllegalStateException("a time batch has no records");
    }

    @Override
    public int partition(int index) {
        throw new IllegalStateException("a time batch has no records");
    }
}
