package org.stoatflow.runtime.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.stoatflow.runtime.lifecycle.LifecycleRig.broken;
import static org.stoatflow.runtime.lifecycle.PhaseName.DRAINING;
import static org.stoatflow.runtime.lifecycle.PhaseName.ENDED;
import static org.stoatflow.runtime.lifecycle.PhaseName.FOLLOWING;
import static org.stoatflow.runtime.lifecycle.PhaseName.JOINING;
import static org.stoatflow.runtime.lifecycle.PhaseName.LOADING;
import static org.stoatflow.runtime.lifecycle.PhaseName.OPENING;
import static org.stoatflow.runtime.lifecycle.PhaseName.PAUSING;
import static org.stoatflow.runtime.lifecycle.PhaseName.REPLANNING;
import static org.stoatflow.runtime.lifecycle.PhaseName.RESTORING;
import static org.stoatflow.runtime.lifecycle.PhaseName.RUNNING;
import static org.stoatflow.runtime.lifecycle.PhaseWays.passing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.stoatflow.runtime.global.GlobalFailure;
import org.stoatflow.runtime.global.StartHandover;
import org.stoatflow.runtime.lifecycle.LifecycleRig.Place;
import org.stoatflow.runtime.testkit.LoggedLines;
import org.stoatflow.streams.KafkaStreams.State;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.kstream.Consumed;

/** Each transition between phases is made, for the reason that the log gives, and no other one can be. */
class PhasesTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    private record Transition(PhaseName from, PhaseName to) {}

    @TestFactory
    Stream<DynamicTest> shouldMakeEachTransition() {
        return PhaseWays.all().stream()
                .map(way -> DynamicTest.dynamicTest(
                        way.from() + " to " + way.to() + ": " + way.why(), () -> requireMade(way)));
    }

    private static void requireMade(PhaseWays.Way way) {
        List<String> made;
        LifecycleRig rig = way.rig().get();
        String name = Phases.class.getName();
        try (LoggedLines log = way.from() == way.to() ? LoggedLines.debugOf(name) : LoggedLines.of(name)) {
            if (way.to() == ENDED && way.why().equals("failed")) {
                assertThrows(StreamsException.class, () -> way.events().apply(rig));
            } else {
                way.events().apply(rig);
            }
            made = log.all();
        }
        assertEquals(line(way) + ": " + way.why(), lastTo(made, way), () -> String.join("\n", made));
        if (way.to() == ENDED) {
            rig.requireClosed();
        }
    }

    /** The last transition that was made between the way's phases: the same step may go on to further phases. */
    private static String lastTo(List<String> made, PhaseWays.Way way) {
        return made.stream()
                .filter(line -> line.startsWith(line(way)))
                .reduce((earlier, later) -> later)
                .orElse("none");
    }

    private static String line(PhaseWays.Way way) {
        return "Application app goes from " + way.from() + " to " + way.to();
    }

    @Test
    void shouldReadGlobalStoresThatAreAllThereIsOnceTheyAreLoaded() {
        LifecycleRig rig = LifecycleRig.ofGlobals().reach(LOADING);
        assertTrue(rig.stores().orElseThrow().global("table").isEmpty());
        rig.reach(FOLLOWING);
        assertTrue(rig.stores().orElseThrow().global("table").isPresent());
        assertEquals(List.of(), rig.stores().orElseThrow().logged());
        assertEquals(List.of(State.RUNNING), rig.shown);
    }

    /** Queries that want current stores are answered where these follow their input, and not before. */
    @Test
    void shouldSayThatStoresFollowTheirInputOnlyWhereRecordsAreProcessed() {
        LifecycleRig rig = new LifecycleRig().own(OPENING);
        assertFalse(rig.stores().orElseThrow().isRunning());
        rig.prepare().reach(RUNNING);
        assertTrue(rig.stores().orElseThrow().isRunning());
        assertTrue(new LifecycleRig().drain().stores().orElseThrow().isRunning());
    }

    /** What lanes join meanwhile with rows that nobody keeps current must not be committed. */
    @Test
    void shouldEndTheRunBeforeTheHandlerIsToldThatGlobalStoresAreNotFollowed() {
        LifecycleRig rig = new LifecycleRig().run();
        List<Boolean> stepped = new ArrayList<>();
        rig.handlerLooks(() -> stepped.add(rig.environment().isRunStepped()));
        rig.failPoll(new GlobalFailure(new StreamsException("the log was cut")));
        assertThrows(GlobalFailure.class, rig::step);
        assertEquals(List.of(false), stepped);
        rig.requireClosed();
    }

    @Test
    void shouldTellOneOfStartAndHandlerThatGlobalStoresAreNotFollowed() {
        for (boolean waits : new boolean[] {true, false}) {
            StartHandover start = new StartHandover();
            LifecycleRig rig = LifecycleRig.startedBy(start).run();
            List<Boolean> asked = new ArrayList<>();
            rig.handlerLooks(() -> asked.add(true));
            if (!waits) {
                start.leave();
            }
            rig.failPoll(new GlobalFailure(new StreamsException("the log was cut")));
            assertThrows(GlobalFailure.class, rig::step);
            assertEquals(waits, start.told().isPresent());
            assertEquals(waits ? List.of() : List.of(true), asked);
        }
    }

    /** Records of a topic that is gone cannot come again, so they are given more time than others. */
    @Test
    void shouldGiveRecordsThatCannotComeAgainTimeToBeCommitted() {
        LifecycleRig rig = new LifecycleRig().run();
        rig.processing().revoke().reach(DRAINING);
        rig.pass(Duration.ofMinutes(4)).step();
        assertEquals(DRAINING, rig.phase());
        rig.pass(Duration.ofMinutes(2)).step();
        assertEquals(JOINING, rig.phase());
        rig.assign(1).reach(RUNNING);
        assertEquals(2, rig.runs());
    }

    @Test
    void shouldNotGoOnInPlaceWithPartitionsThatWereTakenBack() {
        LifecycleRig rig = new LifecycleRig().run();
        rig.processing().revoke().reach(DRAINING);
        rig.failProcessing().step();
        assertEquals(PAUSING, rig.phase(), "there is nothing to go on from at once");
        rig.step();
        assertEquals(JOINING, rig.phase());
        rig.assign(1).reach(RUNNING);
    }

    @Test
    void shouldBeginAnewWithPartitionsThatWereTakenBackAndGivenBack() {
        LifecycleRig rig = new LifecycleRig().run();
        rig.revoke().assign(1).step();
        assertEquals(DRAINING, rig.phase());
        rig.reach(JOINING).reach(RUNNING);
        assertEquals(2, rig.runs());
    }

    @Test
    void shouldAbandonWhatItDrainsWherePartitionsAreLostMeanwhile() {
        LifecycleRig rig = new LifecycleRig().run();
        rig.processing().revoke().reach(DRAINING);
        rig.lose().step();
        assertEquals(JOINING, rig.phase());
        assertTrue(!rig.environment().isRunStepped(), "the run is stepped");
    }

    @Test
    void shouldHaveAWayForEachTransitionThatIsAllowed() {
        Map<PhaseName, Set<PhaseName>> made = new EnumMap<>(PhaseName.class);
        PhaseWays.all()
                .forEach(way -> made.computeIfAbsent(way.from(), any -> EnumSet.noneOf(PhaseName.class))
                        .add(way.to()));
        for (PhaseName from : PhaseName.values()) {
            assertEquals(from.successors(), made.getOrDefault(from, Set.of()), "ways from " + from);
        }
    }

    @Test
    void shouldRefuseATransitionThatIsNotInTheTable() {
        LifecycleRig rig = new LifecycleRig().run();
        String message = assertThrows(IllegalStateException.class, rig::recover).getMessage();
        assertEquals("Application app cannot go from phase RUNNING to RECOVERING (out of order)", message);
        assertEquals(RUNNING, rig.phase());
    }

    @Test
    void shouldShowRunningOnlyWhileItRuns() {
        LifecycleRig rig = new LifecycleRig().run();
        assertEquals(List.of(State.RUNNING), rig.shown);
        rig.processing().failProcessing().step();
        assertEquals(List.of(State.RUNNING, State.REBALANCING), rig.shown, "until the processors are prepared");
        rig.step();
        assertEquals(List.of(State.RUNNING, State.REBALANCING, State.RUNNING), rig.shown, "a restart in place");
        assertEquals(2, rig.runs());
        rig.grow().reach(DRAINING);
        assertEquals(3, rig.shown.size(), "draining is running");
        rig.reach(JOINING).assign(2).reach(RUNNING);
        rig.close().reach(ENDED);
        assertEquals(
                List.of(State.RUNNING, State.REBALANCING, State.RUNNING, State.REBALANCING, State.RUNNING), rig.shown);
        rig.requireClosed();
    }

    @Test
    void shouldWaitInAPauseUntilABrokerAnswers() {
        LifecycleRig rig = new LifecycleRig()
                .run()
                .silence()
                .failPoll(PhaseWays.unanswered())
                .reach(PAUSING);
        rig.pass(Duration.ofSeconds(30)).step();
        assertEquals(PAUSING, rig.phase());
        rig.answer().reach(RUNNING);
    }

    @Test
    void shouldCloseEverythingWhereTheRestoreDoesNotStop() {
        LifecycleRig rig = new LifecycleRig().own(RESTORING);
        rig.environment().whenRestoreStops(() -> {
            throw new IllegalStateException("restorers have not ended");
        });
        rig.close().step();
        rig.requireClosed();
    }

    @Test
    void shouldCloseEverythingWhereItIsInterruptedWhileTheRestoreStops() {
        LifecycleRig rig = new LifecycleRig().own(RESTORING);
        rig.environment().whenRestoreStops(() -> {
            throw new InterruptException("interrupted");
        });
        rig.close().step();
        assertTrue(Thread.interrupted(), "whoever has interrupted it is to be heard");
        rig.requireClosed();
    }

    @Test
    void shouldThrowWhatHasFailedWhereTheRestoreDoesNotStopEither() {
        LifecycleRig rig = new LifecycleRig().own(RESTORING);
        rig.environment().whenRestoreStops(() -> {
            throw new IllegalStateException("restorers have not ended");
        });
        rig.failPoll(passing());
        assertEquals(
                "broken",
                assertThrows(StreamsException.class, rig::step).getCause().getMessage());
        rig.requireClosed();
    }

    @Test
    void shouldCloseEverythingWhereTheRestoreMeetsAnErrorAsItStops() {
        LifecycleRig rig = new LifecycleRig().own(RESTORING);
        rig.environment().whenRestoreStops(() -> {
            throw new NoClassDefFoundError("not linked");
        });
        rig.close().step();
        rig.requireClosed();
    }

    /** The number of partitions that the group knows is not that of an unfinished plan. */
    @Test
    void shouldPlanAgainWhereThatHasFailed() {
        LifecycleRig rig = PhaseWays.replan(new LifecycleRig())
                .fail(Place.SERVED, 1, broken())
                .reach(PAUSING);
        assertEquals(Map.of("in", 1), rig.plannedWith());
        rig.pass(LONG).reach(REPLANNING).reach(RUNNING);
        assertEquals(Map.of("in", 2), rig.plannedWith());
    }

    /** Another attempt would only repeat what the record does outside, and ask the same handler again. */
    @Test
    void shouldAskAtOnceWhereAHandlerHasDecided() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()).withTimestampExtractor((record, at) -> 0))
                .foreach((key, value) -> {
                    throw new IllegalArgumentException(value);
                });
        requireAskedInRun(1, new LifecycleRig(builder.build()));
    }

    /** An extractor has no handler, and another attempt may help; a third one would meet the same. */
    @Test
    void shouldAskOnceTheSameRecordHasFailedAgain() {
        requireAskedInRun(2, new LifecycleRig());
    }

    private static void requireAskedInRun(int last, LifecycleRig rig) {
        List<String> heard = new ArrayList<>();
        rig.run().handlerHears(heard);
        for (int run = 1; run < last; run++) {
            rig.processing().stepLanes().step();
            assertEquals(List.of(), heard);
            rig.reach(RUNNING);
        }
        rig.processing().stepLanes();
        assertThrows(StreamsException.class, rig::step);
        assertEquals(1, heard.size(), heard::toString);
        assertEquals(last, rig.runs());
        rig.requireClosed();
    }

    /** A processor's {@code init}, say, which throws only once. */
    @Test
    void shouldRecoverWhereStartingAgainAtOnceHasFailed() {
        LifecycleRig rig = new LifecycleRig()
                .run()
                .processing()
                .failProcessing()
                .fail(Place.RUN, broken())
                .step();
        assertEquals(PAUSING, rig.phase());
        rig.reach(RUNNING);
    }

    /** A run that begins at once opens no stores anew. */
    @Test
    void shouldRecoverWhereAUsersStoreIsBroken() {
        LifecycleRig sound = new LifecycleRig().run().processing().failProcessing();
        assertNotEquals(PAUSING, sound.step().phase(), "begins at once");
        LifecycleRig broken = new LifecycleRig().run().processing().failProcessing();
        broken.environment().state().breakUsers();
        assertEquals(PAUSING, broken.step().phase());
        assertEquals(RUNNING, broken.reach(RUNNING).phase());
    }

    @Test
    void shouldCloseEverythingWhereTheHandlerThrowsAnError() {
        LifecycleRig rig = new LifecycleRig().handlerThrows(new AssertionError("handler"));
        rig.fail(Place.CONSUMER, broken());
        assertThrows(StreamsException.class, () -> rig.reach(JOINING));
        rig.requireClosed();
    }

    @Test
    void shouldCloseEverythingWhereTheHandlerThrowsWhatItIsTold() {
        LifecycleRig rig = new LifecycleRig().handlerThrowsWhatItIsTold();
        StreamsException why = new StreamsException("refused");
        rig.fail(Place.CONSUMER, why);
        assertSame(why, assertThrows(StreamsException.class, () -> rig.reach(JOINING)));
        rig.requireClosed();
    }

    /** The lanes prepare it in their own threads, so that this is known a while later. */
    @Test
    void shouldRecoverWhereAProcessorOfARunThatBeginsAtOnceCannotBePrepared() {
        LifecycleRig rig = new LifecycleRig().run();
        rig.environment().prepared(false);
        rig.processing().failProcessing().step();
        assertEquals(OPENING, rig.phase());
        rig.failPreparing(broken()).step();
        assertEquals(PAUSING, rig.phase());
        assertTrue(!rig.environment().isRunStepped(), "the run that does not open is stepped");
        rig.environment().prepared(true);
        rig.reach(RUNNING);
        assertEquals(3, rig.runs());
    }

    /** Such as one whose meters a registry of the user's refuses. */
    @Test
    void shouldRecoverWhereStartingAgainAtOnceHasBegunARunThatIsNotWhole() {
        LifecycleRig rig = new LifecycleRig()
                .run()
                .processing()
                .failProcessing()
                .fail(Place.MEASURE, broken())
                .step();
        assertEquals(PAUSING, rig.phase());
        assertTrue(!rig.environment().isRunStepped(), "the run that has not begun is stepped");
        rig.reach(RUNNING);
        assertEquals(3, rig.runs());
    }
}
