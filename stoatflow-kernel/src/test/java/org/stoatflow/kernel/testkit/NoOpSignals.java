package org.stoatflow.kernel.testkit;

import org.stoatflow.kernel.Kernel;
import org.stoatflow.kernel.epoch.BrokenEpochException;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.outbox.LaneContribution;

/** Listens to a kernel whose test steps everything itself; what can never be fails the test. */
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
