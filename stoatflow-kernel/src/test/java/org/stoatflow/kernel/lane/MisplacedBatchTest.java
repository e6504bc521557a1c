package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.batch.Batch;
import org.stoatflow.kernel.batch.SourceBatch;
import org.stoatflow.kernel.epoch.BrokenEpochException;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;

/** A batch in a queue from which no lane can take it any more, or whose epoch the lane has left, breaks its epoch. */
class MisplacedBatchTest {
    private final List<String> seen = new ArrayList<>();

    private void program(StreamsBuilder builder) {
        builder.<String, String>stream(LaneRig.IN).foreach((key, value) -> seen.add(value));
    }

    private static SourceBatch late(Epoch epoch) {
        return new SourceBatch(epoch, 0);
    }

    @Test
    void shouldBreakTheEpochOfABatchThatComesAfterItsLaneHasLeft() {
        LaneRig rig = LaneRig.exactlyOnce(this::program, ErrorHandling.FAILING);
        rig.feed(0, "a=1");
        rig.cut();
        Lane lane = rig.lane(0);
        lane.inbox().add(late(rig.epochCutLast()));

        BrokenEpochException broken = assertThrows(BrokenEpochException.class, lane::step);
        assertTrue(broken.getMessage().contains("a batch of it lies in stage 0 lane 0, which has left epoch 1"));
        assertTrue(rig.epochCutLast().isBroken());
    }

    @Test
    void shouldBreakTheEpochOfABatchThatLiesBeforeThoseOfTheEpochAfterTheNext() {
        LaneRig rig = LaneRig.exactlyOnce(this::program, ErrorHandling.FAILING);
        rig.feed(0, "a=1");
        rig.cutAndApply();
        Epoch first = rig.epochCutLast();
        rig.feed(0, "a=2");
        rig.run(); // the lane is in the second epoch
        rig.lane(0).inbox().add(late(first));
        rig.feed(0, "a=3");
        rig.cutOnly();

        assertThrows(BrokenEpochException.class, rig::run);
        assertTrue(first.isBroken());
    }

    @Test
    void shouldBreakTheEpochOfALateBatchAtLeastOnceBeforeUserCodeSeesIt() {
        LaneRig rig = LaneRig.atLeastOnce(this::program, ErrorHandling.FAILING);
        rig.feed(0, "a=1");
        rig.cut();
        SourceBatch late = late(rig.epochCutLast());
        rig.lane(0).inbox().add(late);

        assertThrows(BrokenEpochException.class, rig.lane(0)::step);
        assertEquals(List.of("1"), seen);
    }

    @Test
    void shouldAskNoHandlerOfAProcessorAboutABrokenEpoch() {
        LaneRig rig = LaneRig.exactlyOnce(this::forwardingMuch, Continuing.HANDLERS);
        rig.feed(0, "a=1");
        Epoch epoch = rig.epoch();
        rig.cutOnly();
        epoch.lower(0); // now the hop is closed, though the lane has not processed the batch that feeds it

        LaneFailure failure = assertThrows(LaneFailure.class, rig::run);
        assertTrue(failure.getCause() instanceof BrokenEpochException, failure::toString);
        assertTrue(epoch.isBroken());
    }

    /** Forwards so many records for one that a batch is handed over while the record is processed. */
    private void forwardingMuch(StreamsBuilder builder) {
        builder.<String, String>stream(LaneRig.IN)
                .process(() -> new ContextualProcessor<String, String, String, String>() {
                    @Override
                    public void process(Record<String, String> record) {
                        for (int i = 0; i < 2 * Batch.RECORDS_MAX; i++) {
                            context().forward(record);
                        }
                    }
                })
                .repartition()
                .to("out");
    }
}
