package org.stoatflow.runtime.cluster;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class TopicIdsTest {
    private static final Uuid FORMER = new Uuid(1, 1);
    private static final Uuid NEW = new Uuid(1, 2);

    private final TopicIds ids = new TopicIds();

    TopicIdsTest() {
        ids.onPlan("in", FORMER);
    }

    /** All that is read after it is of the new topic. But the position that the group has may be of the former one. */
    @Test
    void shouldTakeWhatARecoveryFindsForWhatIsRead() {
        ids.onRecovery("in", NEW);
        assertFalse(ids.isAnotherThanRecovered("in", NEW));
        assertFalse(ids.isAnotherThanBegun("in", NEW));
        assertTrue(ids.isAnotherThanPlanned("in", NEW));
        ids.onTold("in", NEW);
        assertFalse(ids.isMadeAnewSinceBegun("in"));
        ids.onPlan("in", NEW);
        assertFalse(ids.isAnotherThanPlanned("in", NEW));
    }

    /** Its producers are those of the run before, and may know the former topic still. */
    @Test
    void shouldTakeWhatWasToldForWhatTheNextRunReads() {
        assertFalse(ids.isMadeAnewSinceBegun("in"));
        ids.onTold("in", NEW);
        assertTrue(ids.isMadeAnewSinceBegun("in"), "the run has positions of the former one");
        assertTrue(ids.isAnotherThanBegun("in", NEW));
        ids.onRun();
        assertFalse(ids.isMadeAnewSinceBegun("in"));
        assertFalse(ids.isAnotherThanBegun("in", NEW));
        assertTrue(ids.isAnotherThanRecovered("in", NEW));
        ids.onTold("in", new Uuid(1, 3));
        assertTrue(ids.isMadeAnewSinceBegun("in"), "once more");
    }

    @Test
    void shouldSayNothingOfATopicThatWasNotPlannedWith() {
        ids.onRecovery("other", NEW);
        ids.onTold("other", FORMER);
        assertFalse(ids.isAnotherThanPlanned("other", FORMER));
        assertFalse(ids.isAnotherThanRecovered("other", FORMER));
        assertFalse(ids.isMadeAnewSinceBegun("other"));
    }
}
