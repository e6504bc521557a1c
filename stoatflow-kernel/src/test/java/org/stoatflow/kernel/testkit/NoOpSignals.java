package org.stoatflow.kernel.testkit;

import org.stoatflow.kernel.Kernel;
import org.stoatflow.kernel.epoch.BrokenEpochException;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.outbox.LaneContribution;

/** Ignores the signals of a kernel, for tests that step everything themselves. A broken epoch fails the test. */
public class NoOpSignals implements Kernel.Signals {
    @Override
    public void wakeLane(int lane) {}

    @Override
    public void onComplete(Epoch epoch) {}

    @Override
    public void onContribution(LaneContribution contribution) {}

    @Override
    public void onCommitRequest() {}

    @Override
    public void onBroken(BrokenEpochException why) {
        throw why;
    }
}
