package org.stoatflow.kernel.lane;

import org.jspecify.annotations.Nullable;

/** Through which time comes into a stage. Whatever holds work for a later time is asked here. */
final class TimerDoor implements Door {
    private final Punctuations punctuations;
    private final LaneClocks clocks;

    TimerDoor(LaneParts parts) {
        this.punctuations = parts.punctuations();
        this.clocks = parts.laneClocks();
    }

    @Override
    public void process(Batch batch, int index) {
        punctuations.onStreamTime();
        clocks.onTime();
        punctuations.onWallClock();
    }

    @Override
    public String keyText(byte @Nullable [] key) {
        return "none";
    }
}
