package org.stoatflow.kernel.testkit;

import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.EpochListener;

/** Listens to epochs of a test that steps everything itself, so that nobody is to be woken. */
public final class NoOpEpochListener implements EpochListener {
    @Override
    public void onStageAdvanced(Epoch epoch, int stage) {}

    @Override
    public void onRelief(int entry) {}

    @Override
    public void onComplete(Epoch epoch) {}
}
