package org.stoatflow.runtime.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalInt;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.EpochBytes;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.kernel.testkit.NoOpEpochListener;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;

/** How much the input of each stage grows, as learned from epochs. */
class SourceAmplificationTest {
    private final Plan plan = plan("small", "large");
    private final Entry small = plan.sourceEntries().get(0);
    private final Entry large = plan.sourceEntries().get(1);
    private final SourceAmplification growth = new SourceAmplification(plan);

    private static Plan plan(String... topics) {
        StreamsBuilder builder = new StreamsBuilder();
        for (String topic : topics) {
            builder.stream(topic).to("out of " + topic);
        }
        return Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings("application", 1, Serdes.ByteArray(), 0),
                topic -> OptionalInt.of(2));
    }

    private EpochBytes epoch() {
        return Epoch.first(1, plan.graph(), plan.lanes(), 1, new NoOpEpochListener())
                .memory();
    }

    private static void process(EpochBytes memory, Entry source, long read, long made) {
        memory.handOverSource(source.id(), read);
        memory.processedSource(source.id(), read);
        memory.retain(source.stage(), made);
    }

    private void complete(Entry source, long read, long made) {
        EpochBytes memory = epoch();
        process(memory, source, read, made);
        growth.learn(memory);
    }

    private double of(Entry source) {
        return growth.with(epoch()).of(source.id());
    }

    @Test
    void shouldGuessHighUntilAStageHasShownItsGrowth() {
        assertEquals(SourceAmplification.FIRST_GUESS, of(small));
        complete(small, 100, 300);
        assertEquals(3, of(small));
        assertEquals(SourceAmplification.FIRST_GUESS, of(large), "another stage has shown nothing");
    }

    @Test
    void shouldLearnWhileTheFirstEpochIsOpen() {
        EpochBytes open = epoch();
        open.handOverSource(large.id(), 100);
        assertEquals(SourceAmplification.FIRST_GUESS, growth.with(open).of(large.id()));
        open.processedSource(large.id(), 100);
        open.retain(large.stage(), 500_000);
        assertEquals(5_000, growth.with(open).of(large.id()));
    }

    /** Records that are filtered out, or that only call something outside. */
    @Test
    void shouldLearnFromInputThatBecomesNothing() {
        EpochBytes open = epoch();
        process(open, small, 100, 0);
        assertEquals(1, growth.with(open).of(small.id()));
        growth.learn(open);
        assertEquals(1, of(small));
        assertEquals(SourceAmplification.FIRST_GUESS, of(large));
    }

    @Test
    void shouldRiseWhileAnEpochIsOpenAndForgetAGuessOnlyByCompleteEpochs() {
        complete(small, 100, 100);
        EpochBytes open = epoch();
        process(open, small, 100, 700);
        assertEquals(7, growth.with(open).of(small.id()));
        assertEquals(1, of(small));
    }

    @Test
    void shouldRiseAtOnceAndFallSlowly() {
        complete(small, 100, 5_000);
        assertEquals(50, of(small));
        complete(small, 100, 100);
        assertEquals(45, of(small), 1e-9);
    }

    @Test
    void shouldNotMixTheGrowthOfStages() {
        EpochBytes both = epoch();
        process(both, small, 1_000_000, 1_000_000);
        process(both, large, 100, 500_000);
        growth.learn(both);
        assertEquals(1, of(small));
        assertEquals(5_000, of(large));
    }

    /** A punctuator's output beside one small record says little about the growth of the next records. */
    @Test
    void shouldRiseLittleWhereTimeHadWork() {
        complete(small, 100, 300);
        EpochBytes timed = epoch();
        timed.handOverTime();
        process(timed, small, 10, 10_000_000);
        growth.learn(timed);
        assertEquals(6, of(small));
    }

    @Test
    void shouldLearnNothingWithoutInput() {
        EpochBytes timed = epoch();
        timed.handOverTime();
        timed.retain(small.stage(), 10_000_000);
        growth.learn(timed);
        assertEquals(SourceAmplification.FIRST_GUESS, of(small));
    }

    @Test
    void shouldGiveAnEpochFewerRecordsAfterOneThatWasTooLargeUntilEpochsAreCommitted() {
        assertEquals(Long.MAX_VALUE, growth.recordsMax());
        growth.shrinkAfter(epoch(), 1_600);
        assertEquals(100, growth.recordsMax());
        growth.shrinkAfter(epoch(), 90);
        assertEquals(5, growth.recordsMax());
        growth.shrinkAfter(epoch(), 5);
        assertEquals(1, growth.recordsMax());
        complete(small, 100, 100);
        assertEquals(2, growth.recordsMax());
        growth.shrinkAfter(epoch(), 2);
        assertEquals(1, growth.recordsMax());
        for (int epochs = 0; epochs < Long.SIZE; epochs++) {
            complete(small, 100, 100);
        }
        assertEquals(Long.MAX_VALUE, growth.recordsMax());
    }

    /** Else a punctuation after each restart would let in twice what was too large. */
    @Test
    void shouldNotGiveMoreAfterAnEpochWithoutInput() {
        growth.shrinkAfter(epoch(), 16);
        growth.learn(epoch());
        assertEquals(1, growth.recordsMax());
    }

    @Test
    void shouldLearnTheGrowthOfAnEpochThatWasTooLarge() {
        complete(small, 100, 100);
        EpochBytes aborted = epoch();
        process(aborted, small, 100, 9_000);
        growth.shrinkAfter(aborted, 90);
        assertEquals(90, of(small));
    }

    @Test
    void shouldGoOnWithThePlanThatItIsOf() {
        assertTrue(growth.isOf(plan("small", "large")));
        assertFalse(growth.isOf(plan("small")));
    }
}
