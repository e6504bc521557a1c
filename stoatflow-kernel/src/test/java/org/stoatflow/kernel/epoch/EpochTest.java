package org.stoatflow.kernel.epoch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class EpochTest {
    private static final int SOURCE = 0;
    private static final int HOP = 1;
    private static final int DEEP_HOP = 2;

    private final List<String> told = new ArrayList<>();
    private final EntryGraph chain = new EntryGraph(new int[] {0, 1, 2}, new int[][] {{}, {SOURCE}, {HOP}});
    private final Epoch epoch = Epoch.first(1, chain, 100, 2, new RecordingListener());

    @Test
    void shouldCloseEntriesFromTheSourceDownOnceWorkIsDone() {
        give(SOURCE, 3);
        epoch.cut(Map.of());
        assertTrue(epoch.isClosed(SOURCE));
        assertFalse(epoch.isClosed(HOP));

        give(HOP, 40);
        epoch.lower(SOURCE);
        assertTrue(epoch.isComplete(SOURCE));
        assertTrue(epoch.isClosed(HOP));
        assertFalse(epoch.isComplete(HOP));
        assertFalse(epoch.isClosed(DEEP_HOP));

        epoch.lower(HOP);
        assertTrue(epoch.isComplete(HOP));
        assertTrue(epoch.isComplete(DEEP_HOP), "an entry that nothing reached is complete when it closes");
    }

    @Test
    void shouldCloseNothingBeforeTheCut() {
        give(SOURCE, 0);
        epoch.lower(SOURCE);

        assertFalse(epoch.isClosed(SOURCE));
        epoch.cut(Map.of());
        assertTrue(epoch.isComplete(DEEP_HOP));
    }

    @Test
    void shouldBeCompleteOnceAllTouchedLanesHaveLeft() {
        give(SOURCE, 1);
        give(SOURCE, 2);
        give(SOURCE, 2);
        epoch.cut(Map.of());
        epoch.lower(SOURCE);
        epoch.lower(SOURCE);
        epoch.lower(SOURCE);
        assertFalse(epoch.isComplete());

        epoch.leave();
        assertFalse(epoch.isComplete());
        epoch.leave();
        assertTrue(epoch.isComplete());
        assertEquals(1, told.stream().filter("complete 1"::equals).count());
    }

    @Test
    void shouldBeCompleteAtTheCutWhenNothingWasTouched() {
        epoch.cut(Map.of());

        assertTrue(epoch.isComplete());
        assertTrue(told.contains("complete 1"));
    }

    @Test
    void shouldLinkTheNextEpochUntilThisOneIsApplied() {
        Epoch next = epoch.cut(Map.of());

        assertEquals(2, next.number());
        assertSame(next, epoch.next());
        assertSame(epoch, next.previousOpen());
        epoch.markApplied();
        assertNull(next.previousOpen());
    }

    @Test
    void shouldLetGoOfWhatIsApplied() {
        epoch.contribute(() -> 7);
        epoch.cut(Map.of(new TopicPartition("in", 0), new SourcePosition(5, Optional.empty(), 6)));

        epoch.markApplied();

        assertFalse(epoch.contributions().iterator().hasNext());
        assertTrue(epoch.positions().isEmpty());
    }

    @Test
    void shouldCountOpenEpochsBeforeIt() {
        Epoch second = epoch.cut(Map.of());
        Epoch third = second.cut(Map.of());

        assertTrue(third.isWithin(2));
        assertFalse(third.isWithin(1));
        epoch.markApplied();
        assertTrue(third.isWithin(1));
    }

    @Test
    void shouldRememberWhoIsTouchedAcrossWords() {
        epoch.touch(63);
        epoch.touch(64);

        assertTrue(epoch.isTouched(63));
        assertTrue(epoch.isTouched(64));
        assertFalse(epoch.isTouched(0));
        assertFalse(epoch.isTouched(65));
    }

    @Test
    void shouldTellReliefOnceWhenAskedAndBelowTheMark() {
        for (int batch = 0; batch < 5; batch++) {
            give(HOP, 7);
        }
        epoch.awaitRelief(HOP, Long.MAX_VALUE);
        epoch.lower(HOP);
        epoch.lower(HOP);
        assertFalse(told.contains("relief 1"));
        epoch.lower(HOP);
        epoch.lower(HOP);
        assertEquals(1, told.stream().filter("relief 1"::equals).count());
    }

    @Test
    void shouldTellReliefOnlyOnceTheBytesAreFewToo() {
        for (int batch = 0; batch < 2; batch++) {
            epoch.memory().handOver(HOP, 600);
            give(HOP, 7);
        }
        epoch.awaitRelief(HOP, 500);
        epoch.memory().processed(HOP, 600);
        epoch.lower(HOP);
        assertFalse(told.contains("relief 1"));
        epoch.memory().processed(HOP, 600);
        epoch.lower(HOP);
        assertTrue(told.contains("relief 1"));
    }

    @Test
    void shouldExpectWhatWaitsInSourceBatchesToGrow() {
        epoch.memory().handOverSource(SOURCE, 100);
        assertEquals(300, epoch.memory().expected(Growth.even(3)));

        epoch.memory().retain(0, 250);
        epoch.memory().processedSource(SOURCE, 100);
        assertEquals(250, epoch.memory().expected(Growth.even(3)));
        assertEquals(0, epoch.memory().at(SOURCE));
    }

    @Test
    void shouldRefuseASecondCut() {
        epoch.cut(Map.of());

        assertThrows(IllegalStateException.class, () -> epoch.cut(Map.of()));
    }

    @Test
    void shouldBreakWhenAnEntryIsRaisedAfterItIsClosed() {
        give(SOURCE, 0);
        epoch.cut(Map.of());

        assertBroken("entry 0, which is CLOSED, is raised", () -> epoch.raise(SOURCE));
    }

    @Test
    void shouldBreakWhenACompleteEntryIsLowered() {
        epoch.cut(Map.of());

        assertBroken("entry 1, which is COMPLETE, is lowered", () -> epoch.lower(HOP));
    }

    @Test
    void shouldBreakWhenACounterFallsBelowZero() {
        assertBroken("entry 0 is lowered below zero", () -> epoch.lower(SOURCE));
    }

    @Test
    void shouldBreakWhenALaneLeavesTwiceOrWithoutBeingTouched() {
        epoch.touch(70);
        epoch.touch(71);
        epoch.leave(70, SOURCE);

        assertTrue(epoch.hasLeft(70));
        assertTrue(epoch.isOwing(71));
        assertBroken("lane 70 leaves it twice", () -> epoch.leave(70, SOURCE));
        assertBroken("lane 72, which it has not touched, leaves it", () -> epoch.leave(72, SOURCE));
        epoch.leave(71, SOURCE);
        assertBroken("more lanes leave it than it has touched", epoch::leave);
    }

    @Test
    void shouldBreakWhenALaneThatHasLeftIsTouched() {
        epoch.touch(70);
        epoch.leave(70, SOURCE);

        assertBroken("lane 70, which has left it, is given a batch", () -> epoch.touch(70));
    }

    @Test
    void shouldBreakWhenAllLanesHaveLeftAndABatchIsOutstanding() {
        give(SOURCE, 0);
        epoch.cut(Map.of());

        assertBroken("1 batches are outstanding at entry 0", () -> epoch.leave(0, SOURCE));
        assertFalse(told.contains("complete 1"));
        assertFalse(epoch.isComplete());
    }

    @Test
    void shouldBreakWhenItIsAppliedTwiceOrTooEarly() {
        epoch.touch(0);
        epoch.cut(Map.of());

        assertBroken("it is applied and not complete", epoch::markApplied);
        Epoch other = Epoch.first(2, chain, 1, 1, new RecordingListener());
        other.cut(Map.of());
        other.markApplied();
        assertThrows(BrokenEpochException.class, other::markApplied);
    }

    @Test
    void shouldNotBeAnnouncedOnceItIsBroken() {
        give(SOURCE, 0);
        assertThrows(BrokenEpochException.class, () -> epoch.leave(1, SOURCE));
        epoch.cut(Map.of());
        epoch.lower(SOURCE);
        epoch.leave(0, SOURCE);

        assertTrue(epoch.isBroken());
        assertFalse(epoch.isComplete());
        assertFalse(told.contains("complete 1"));
    }

    private void assertBroken(String what, Executable breaks) {
        told.clear();
        BrokenEpochException thrown = assertThrows(BrokenEpochException.class, breaks);
        assertTrue(
                thrown.getMessage().contains("Epoch 1 is broken: ")
                        && thrown.getMessage().contains(what),
                thrown::getMessage);
        assertEquals(List.of("broken " + thrown.getMessage()), told, "the listener hears of it first");
    }

    @Test
    void shouldRefuseEntriesThatFormACycle() {
        assertThrows(IllegalArgumentException.class, () -> new EntryGraph(new int[] {0, 0}, new int[][] {{1}, {0}}));
    }

    private void give(int entry, int lane) {
        epoch.touch(lane);
        epoch.raise(entry);
    }

    private final class RecordingListener implements EpochListener {
        @Override
        public void onStageAdvanced(Epoch advanced, int stage) {
            told.add("stage " + stage);
        }

        @Override
        public void onRelief(int entry) {
            told.add("relief " + entry);
        }

        @Override
        public void onComplete(Epoch complete) {
            told.add("complete " + complete.number());
        }

        @Override
        public void onBroken(BrokenEpochException why) {
            told.add("broken " + why.getMessage());
        }
    }
}
