package org.stoatflow.runtime.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.kafka.common.errors.InterruptException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** User code, as an interceptor of the consumer is, has left the interrupt status of the dispatcher's thread set. */
class StrayInterruptTest {
    private final LifecycleRig rig = new LifecycleRig();

    @AfterEach
    void clear() {
        assertFalse(Thread.interrupted(), "is left for the next test");
    }

    @Test
    void shouldNotOutliveTheStepThatItFails() {
        rig.own(PhaseName.RUNNING);
        rig.failPoll(new InterruptException("by an interceptor")); // which interrupts this thread
        rig.step();
        assertFalse(Thread.currentThread().isInterrupted());
        rig.own(PhaseName.RUNNING);
        assertEquals(PhaseName.RUNNING, rig.phase());
    }

    @Test
    void shouldNotEndTheWaitsOfTheNextStep() {
        rig.own(PhaseName.RUNNING);
        Thread.currentThread().interrupt();
        rig.step();
        assertFalse(Thread.currentThread().isInterrupted());
        assertEquals(PhaseName.RUNNING, rig.phase());
    }

    @Test
    void shouldStayWhereItIsTheClosingThreads() {
        rig.own(PhaseName.RUNNING);
        rig.close();
        Thread.currentThread().interrupt();
        rig.step();
        assertTrue(Thread.interrupted());
    }
}
