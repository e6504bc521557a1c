package org.stoatflow.runtime.lane;

import org.stoatflow.runtime.epoch.Epoch;
import org.stoatflow.runtime.epoch.EpochListener;

/** Wakes nobody. */
enum Deaf implements EpochListener {
    LISTENER;

    @Override
    public void onStageAdvanced(Epoch epoch, int stage) {}

    @Override
    public void onRelief(int entry) {}

    @Override
    public void onComplete(Epoch epoch) {}
}
