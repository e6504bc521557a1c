package org.stoatflow.kernel.testkit;

import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.EpochListener;

/** Ignores what epochs tell, for tests that step everything themselves and need no wake. */
public final class NoOpEpochListener implements EpochListener {
    @Override
    public void onStageAdvanced(Epoch epoch, int stage) {}

    @Override
    public void onRelief(int entry) {}

    @Override
    public void onComplete(Epoch epoch) {}
}
