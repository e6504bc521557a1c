package org.stoatflow.kernel.chain;

import org.stoatflow.kernel.batch.Batch;
import org.stoatflow.kernel.counters.SampledKey;
import org.stoatflow.kernel.record.RecordPlace;
import org.stoatflow.kernel.timer.LaneTime;

/** The input through which time comes into a stage. For a time batch, it runs due punctuators and handles due rows. */
final class TimerInput implements EntryInput {
    private final LaneTime time;

    TimerInput(LaneTime time) {
        this.time = time;
    }

    @Override
    public void process(Batch batch, int index) {
        time.onTime();
    }

    @Override
    public RecordPlace place(Batch batch, int index) {
        return new RecordPlace.InTime(batch.epoch().number());
    }

    @Override
    public String keyText(SampledKey key) {
        return "none";
    }
}
