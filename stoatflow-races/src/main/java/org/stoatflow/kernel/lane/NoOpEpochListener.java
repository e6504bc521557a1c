package org.stoatflow.kernel.lane;

import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.EpochListener;

/** Wakes nobody. */
public enum NoOpEpochListener implements EpochListener {
    LISTENER;

    @Override
    public void onStageAdvanced(Epoch epoch, int stage) {}

    @Override
    public void onRelief(int entry) {}

    @Override
    public void onComplete(Epoch epoch) {}
}
