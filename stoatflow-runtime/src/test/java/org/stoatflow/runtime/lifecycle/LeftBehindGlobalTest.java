package org.stoatflow.runtime.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.stoatflow.runtime.lifecycle.PhaseName.ENDED;
import static org.stoatflow.runtime.lifecycle.PhaseName.FOLLOWING;
import static org.stoatflow.runtime.lifecycle.PhaseName.JOINING;
import static org.stoatflow.runtime.lifecycle.PhaseName.PLANNING;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.runtime.failure.LeftBehindException;
import org.stoatflow.runtime.lifecycle.LifecycleRig.Place;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;

/** A processor of global stores is in a call when the application starts over for another reason. */
class LeftBehindGlobalTest {
    private static final Duration CALL_MAX = Duration.ofMinutes(5); // max.poll.interval.ms

    private static LifecycleRig joining() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.globalTable("world", Consumed.with(Serdes.String(), Serdes.String()));
        builder.stream("in", Consumed.with(Serdes.String(), Serdes.String())).foreach((key, value) -> {});
        return new LifecycleRig(builder.build()).create("world").reach(JOINING);
    }

    private static LifecycleRig startingOver() {
        LifecycleRig rig = joining();
        rig.environment().inGlobalCall(true);
        return rig.failPoll(new RuntimeException(new AssertionError("a thread of the consumer")))
                .step();
    }

    /** Steps on for long enough to begin, if that were possible. */
    private static void stepOn(LifecycleRig rig) {
        for (int step = 0; step < LifecycleRig.STEPS_MAX; step++) {
            rig.pass(Duration.ofSeconds(1)).step();
        }
    }

    /** The same record would be processed beside the call, and an init come before the close of the one before. */
    @Test
    void shouldBeginNoOtherProcessorsBeforeTheCallHasEnded() {
        LifecycleRig rig = startingOver();
        stepOn(rig);
        assertEquals(PLANNING, rig.phase());
        assertEquals(1, rig.environment().followers());
        rig.environment().inGlobalCall(false);
        rig.reach(JOINING);
        assertEquals(2, rig.environment().followers());
    }

    @Test
    void shouldWaitAlsoWhereThereAreGlobalStoresOnly() {
        LifecycleRig rig = LifecycleRig.ofGlobals().reach(FOLLOWING);
        rig.environment().inGlobalCall(true);
        rig.handlerGoesOn().fail(Place.SAMPLE, LifecycleRig.broken());
        stepOn(rig);
        assertEquals(PLANNING, rig.phase());
        assertEquals(1, rig.environment().followers());
        rig.environment().inGlobalCall(false);
        rig.reach(FOLLOWING);
        assertEquals(2, rig.environment().followers());
    }

    @Test
    void shouldFailWhereTheCallDoesNotEnd() {
        LifecycleRig rig = startingOver();
        List<String> heard = new ArrayList<>();
        rig.handlerHears(heard);
        rig.reach(PLANNING).step();
        assertEquals(List.of(), heard);
        rig.pass(CALL_MAX.plusSeconds(1));
        assertThrows(LeftBehindException.class, rig::step);
        assertEquals(ENDED, rig.phase());
        assertEquals(1, heard.size(), () -> "heard " + heard);
        assertTrue(heard.getFirst().contains("global stores"), heard::getFirst);
        assertTrue(heard.getFirst().contains("max.poll.interval.ms"), heard::getFirst);
        assertEquals(1, rig.environment().followers());
    }

    @Test
    void shouldWaitAgainWhereTheHandlerGoesOn() {
        LifecycleRig rig = startingOver().handlerGoesOn();
        rig.reach(PLANNING).pass(CALL_MAX.plusSeconds(1)).step();
        stepOn(rig);
        assertEquals(PLANNING, rig.phase());
        assertEquals(1, rig.environment().followers());
        rig.environment().inGlobalCall(false);
        rig.reach(JOINING);
    }

    @Test
    void shouldCloseWhileItWaits() {
        LifecycleRig rig = startingOver();
        rig.reach(PLANNING).step().close().step();
        assertEquals(ENDED, rig.phase());
        assertEquals(1, rig.environment().followers());
    }
}
