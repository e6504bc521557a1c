package org.stoatflow.runtime.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.stoatflow.runtime.lifecycle.PhaseName.JOINING;
import static org.stoatflow.runtime.lifecycle.PhaseName.RECOVERING;
import static org.stoatflow.runtime.lifecycle.PhaseName.RESTORING;
import static org.stoatflow.runtime.lifecycle.PhaseName.RUNNING;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.stoatflow.runtime.failure.Losses;
import org.stoatflow.streams.errors.StreamsException;

/** What takes long in a recovery is done beside the polls, so that a loss is seen between any two steps. */
class LostWhileRecoveringTest {
    /** An instance that initialises an id without owning the partitions fences a healthy owner. */
    @Test
    void shouldInitialiseNoOtherIdOnceThePartitionsAreLost() {
        LifecycleRig rig = new LifecycleRig();
        rig.environment().holds().hold(RECOVERING, true);
        rig.own(RECOVERING).step().step().step();
        assertEquals(0, rig.clients().initialisedIds(), "the first is under way");
        rig.environment().holds().releaseBeside();
        rig.lose().step();
        assertEquals(JOINING, rig.phase());
        rig.environment().holds().releaseBeside();
        assertEquals(1, rig.clients().initialisedIds());
    }

    /** Two recoveries at once would open users' stores twice. */
    @Test
    void shouldBeginNoOtherRecoveryBeforeTheStepOfTheFirstHasEnded() {
        LifecycleRig rig = new LifecycleRig();
        rig.environment().holds().hold(RECOVERING, true);
        rig.own(RECOVERING).step().step().lose().step();
        assertEquals(JOINING, rig.phase());
        rig.assign(1).reach(RECOVERING).step().step();
        assertEquals(2, rig.clients().madeProducers(), "those of the first recovery");
        rig.environment().holds().hold(RECOVERING, false);
        rig.environment().holds().releaseBeside();
        rig.reach(RUNNING);
        assertEquals(4, rig.clients().madeProducers());
        assertEquals(2, rig.clients().initialisedIds());
    }

    /** Such an application would come back for ever, and nobody would be told. */
    @Test
    void shouldAskTheHandlerWhereThePartitionsAreLostAgainAndAgainInVain() {
        List<String> told = new ArrayList<>();
        LifecycleRig rig = new LifecycleRig().handlerHears(told);
        for (int loss = 1; loss < Losses.IN_VAIN_MAX; loss++) {
            rig.own(RESTORING).lose().step();
            assertEquals(JOINING, rig.phase());
        }
        rig.own(RESTORING).lose();
        assertThrows(StreamsException.class, rig::step);
        assertEquals(1, told.size());
        assertTrue(told.getFirst().contains("in phase RESTORING (restoring the state)"), told::getFirst);
        rig.requireClosed();
    }

    @Test
    void shouldCloseWhileAStepIsUnderWay() {
        LifecycleRig rig = new LifecycleRig();
        rig.environment().holds().hold(RECOVERING, true);
        rig.own(RECOVERING).step().step().close().step();
        rig.requireClosed();
        assertTrue(rig.environment().holds().isStopped());
    }

    /** It would go on in a process that has closed the application, and perhaps begun it again. */
    @Test
    void shouldStopAStepThatIsLeftOfARecoveryBefore() {
        for (PhaseName phase : List.of(JOINING, RECOVERING)) {
            LifecycleRig rig = new LifecycleRig();
            rig.environment().holds().hold(RECOVERING, true);
            rig.own(RECOVERING).step().step().lose().step();
            if (phase == RECOVERING) {
                rig.assign(1).reach(RECOVERING).step();
            }
            assertEquals(phase, rig.phase());
            assertFalse(rig.environment().holds().isStopped());
            rig.close().step();
            rig.requireClosed();
            assertTrue(rig.environment().holds().isStopped(), phase.name());
        }
    }
}
