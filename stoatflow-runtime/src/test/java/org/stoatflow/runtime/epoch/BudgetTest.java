package org.stoatflow.runtime.epoch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BudgetTest {
    private int reliefs;
    private final Budget budget = new Budget(1_000, () -> reliefs++);

    @Test
    void shouldBeExhaustedByBatchesAndByWhatLanesKeep() {
        budget.handOver(600);
        assertFalse(budget.isExhausted());
        budget.retain(400);
        assertTrue(budget.isExhausted());
    }

    @Test
    void shouldWakeTheDispatcherOnceWhenAQuarterIsFree() {
        budget.handOver(1_000);
        assertTrue(budget.isExhausted());

        budget.processed(100);
        assertEquals(0, reliefs);
        budget.processed(200);
        assertEquals(1, reliefs);
        budget.processed(200);
        assertEquals(1, reliefs);
    }

    @Test
    void shouldNotWakeADispatcherThatDoesNotWait() {
        budget.handOver(900);
        budget.processed(900);

        assertEquals(0, reliefs);
    }

    @Test
    void shouldCountWhatIsKeptUntilItIsReleased() {
        budget.retain(300);
        budget.retain(-100);
        assertEquals(200, budget.retainedBytes());
        budget.release(200);
        assertEquals(0, budget.bytes());
    }
}
