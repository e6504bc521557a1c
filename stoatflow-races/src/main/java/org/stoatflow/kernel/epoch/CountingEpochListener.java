package org.stoatflow.kernel.epoch;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts the calls of an epoch. */
public final class CountingEpochListener implements EpochListener {
    private final AtomicInteger complete = new AtomicInteger();
    private final AtomicInteger relief = new AtomicInteger();
    private final AtomicInteger advanced = new AtomicInteger();
    private volatile boolean waits;

    @Override
    public void onStageAdvanced(Epoch epoch, int stage) {
        advanced.incrementAndGet();
    }

    @Override
    public void onRelief(int entry) {
        relief.incrementAndGet();
    }

    @Override
    public void onComplete(Epoch epoch) {
        complete.incrementAndGet();
    }

    int complete() {
        return complete.get();
    }

    int relief() {
        return relief.get();
    }

    int advanced() {
        return advanced.get();
    }

    /** A lane goes on waiting. */
    void waits(boolean newWaits) {
        waits = newWaits;
    }

    boolean waits() {
        return waits;
    }
}
