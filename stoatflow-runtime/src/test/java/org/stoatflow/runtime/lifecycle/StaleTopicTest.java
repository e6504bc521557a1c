package org.stoatflow.runtime.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.stoatflow.runtime.lifecycle.PhaseName.DRAINING;
import static org.stoatflow.runtime.lifecycle.PhaseName.JOINING;
import static org.stoatflow.runtime.lifecycle.PhaseName.PAUSING;
import static org.stoatflow.runtime.lifecycle.PhaseName.RUNNING;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A plan lasts longer than a topic that is made anew: the cluster is asked again which topic is read. */
class StaleTopicTest {
    private static final Set<String> IN = Set.of("in");

    private final LifecycleRig rig = new LifecycleRig();

    /** Else the former topic's id has a slow commit leave out all positions of the new one, and they come again. */
    @Test
    void shouldAskForTheTopicsThatAreReadWhereTheyComeBackWithoutAnotherPlan() {
        rig.run();
        assertEquals(List.of("recovery [in]", "run"), rig.cluster().calls());
        rig.revoke().reach(DRAINING).step();
        assertEquals(JOINING, rig.phase());
        rig.assign(1).reach(RUNNING);
        assertEquals(
                List.of("recovery [in]", "run", "recovery [in]", "run"),
                rig.cluster().calls());
    }

    /** Else the run in place leaves its positions out of a slow commit, as the one before it had to. */
    @Test
    void shouldTellOfEachRunInPlace() {
        LifecycleRig failing = new LifecycleRig();
        failing.run().processing().failProcessing().step();
        failing.reach(RUNNING);
        assertEquals(List.of("recovery [in]", "run", "run"), failing.cluster().calls());
    }

    @Test
    void shouldRecoverAgainWhereNobodySaysWhichTopicsAreRead() {
        rig.fail(LifecycleRig.Place.READ, PhaseWays.unanswered());
        rig.reach(JOINING).assign(1).reach(PAUSING);
        rig.answer().pass(PhaseWays.LONG).reach(RUNNING);
        assertEquals(List.of("recovery [in]", "run"), rig.cluster().calls());
    }

    /** The watch of a slow call asks for the first, and leaves out positions by the second. */
    @Test
    void shouldKnowNoFormerTopicOnceItIsRecovered() throws Exception {
        rig.reach(JOINING); // so it is planned
        rig.cluster().makeAnew();
        rig.run();
        assertEquals(Set.of(), rig.cluster().madeAnewSinceRecovery(IN).get());
        assertEquals(IN, rig.cluster().madeAnew(IN).get());
        rig.cluster().makeAnew();
        assertEquals(IN, rig.cluster().madeAnewSinceRecovery(IN).get());
        assertEquals(IN, rig.cluster().madeAnewSinceRun(IN));
    }
}
