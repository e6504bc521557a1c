package org.stoatflow.runtime.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.stoatflow.runtime.lifecycle.PhaseName.DRAINING;
import static org.stoatflow.runtime.lifecycle.PhaseName.JOINING;
import static org.stoatflow.runtime.lifecycle.PhaseName.OPENING;
import static org.stoatflow.runtime.lifecycle.PhaseName.PAUSING;
import static org.stoatflow.runtime.lifecycle.PhaseName.RECOVERING;
import static org.stoatflow.runtime.lifecycle.PhaseName.REPLANNING;
import static org.stoatflow.runtime.lifecycle.PhaseName.RESTORING;
import static org.stoatflow.runtime.lifecycle.PhaseName.RUNNING;
import static org.stoatflow.runtime.lifecycle.PhaseName.STANDBY;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A poll finds out that the consumer cannot go on in a partition. Each phase polls, and each outlives it. */
class LostPositionsTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final TopicPartition OURS = new TopicPartition("in", 0);
    private static final TopicPartition TAKEN_AWAY = new TopicPartition("in", 7);
    private static final Map<TopicPartition, Long> AT = Map.of(OURS, 9L, TAKEN_AWAY, 9L);
    private static final Map<TopicPartition, OffsetAndMetadata> DIVERGED =
            Map.of(OURS, new OffsetAndMetadata(3), TAKEN_AWAY, new OffsetAndMetadata(3));
    private static final List<InvalidOffsetException> ALL = List.of(
            new NoOffsetForPartitionException(Set.of(OURS, TAKEN_AWAY)),
            new OffsetOutOfRangeException(AT),
            new LogTruncationException(AT, Map.of()),
            new LogTruncationException(AT, DIVERGED));

    /**
     * A poll of a phase.
     *
     * @param goesOnAt where the consumer goes on after a cut of which it is known where: before the offsets are read,
     *     that is where the log begins, since these say where the consumer begins
     * @param toThePhase leads to the phase
     * @param on leads on to a run, after the poll
     */
    private record Poll(
            PhaseName of, long goesOnAt, UnaryOperator<LifecycleRig> toThePhase, UnaryOperator<LifecycleRig> on) {}

    private static List<Poll> polls() {
        return List.of(
                new Poll(JOINING, 0, rig -> rig.reach(JOINING).assign(1), LifecycleRig::step),
                new Poll(
                        STANDBY,
                        0,
                        rig -> rig.reach(JOINING).lose().reach(STANDBY).assign(1),
                        LifecycleRig::step),
                new Poll(REPLANNING, 0, rig -> rig.run().silence().grow().reach(REPLANNING), LifecycleRig::answer),
                new Poll(PAUSING, 0, LifecycleRig::pause, rig -> rig.pass(LONG)),
                new Poll(RESTORING, 3, rig -> rig.own(RESTORING), LifecycleRig::restored),
                new Poll(OPENING, 3, rig -> rig.own(OPENING), LifecycleRig::prepare),
                new Poll(RUNNING, 3, LifecycleRig::run, LifecycleRig::step),
                new Poll(DRAINING, 0, LifecycleRig::drain, rig -> rig.pass(LONG)));
    }

    @TestFactory
    Stream<DynamicTest> shouldGoOnInEachPhase() {
        List<DynamicTest> tests = new ArrayList<>();
        for (Poll poll : polls()) {
            ALL.forEach(thrown -> tests.add(DynamicTest.dynamicTest(
                    poll.of() + ", " + thrown.getClass().getSimpleName(), () -> requireGoesOn(poll, thrown))));
        }
        return tests.stream();
    }

    private static void requireGoesOn(Poll poll, InvalidOffsetException thrown) {
        LifecycleRig rig = poll.toThePhase().apply(LifecycleRig.configured(Map.of("num.standby.replicas", 1)));
        assertEquals(poll.of(), rig.phase());
        rig.failPoll(thrown).step();
        poll.on().apply(rig).reach(RUNNING);
        rig.step();
        boolean isKnown = thrown instanceof LogTruncationException cut
                && !cut.divergentOffsets().isEmpty();
        assertEquals(isKnown ? poll.goesOnAt() : 0, rig.position());
    }

    @TestFactory
    Stream<DynamicTest> shouldGoOnWhileItWaitsForAWrite() {
        return ALL.stream()
                .map(thrown -> DynamicTest.dynamicTest(thrown.getClass().getSimpleName(), () -> {
                    LifecycleRig rig = new LifecycleRig();
                    rig.own(RESTORING)
                            .writing(events -> events.failPoll(PhaseWays.passing())
                                    .reach(RECOVERING)
                                    .failPoll(thrown)
                                    .step());
                    rig.restored().reach(RUNNING).step();
                    assertEquals(0, rig.position());
                }));
    }

    @Test
    void shouldLookAtEachPhaseThatPolls() {
        Set<PhaseName> looked = new HashSet<>(Set.of(RECOVERING));
        polls().forEach(poll -> looked.add(poll.of()));
        Set<PhaseName> polling = EnumSet.range(REPLANNING, DRAINING);
        assertEquals(polling, looked);
    }
}
