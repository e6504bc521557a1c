package org.stoatflow.kernel.epoch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.testkit.NoOpEpochListener;

class BudgetTest {
    private int reliefs;
    private final Budget budget = new Budget(1_000, () -> reliefs++);

    @Test
    void shouldWakeTheDispatcherWhenAFullEpochHasRoomAgain() {
        Epoch epoch = Epoch.first(1, new EntryGraph(new int[] {0}, new int[][] {{}}), 1, 1, new NoOpEpochListener());
        handOver(epoch, 60);
        assertFalse(budget.isFull(epoch, Growth.even(1), 100));
        assertTrue(budget.isFull(epoch, Growth.even(2), 100), "what it becomes counts");
        handOver(epoch, 40);
        assertTrue(budget.isFull(epoch, Growth.even(1), 100));

        processed(epoch, 20);
        assertEquals(0, reliefs);
        processed(epoch, 20);
        assertEquals(1, reliefs);
        processed(epoch, 20);
        assertEquals(1, reliefs);
        assertFalse(budget.isFull(epoch, Growth.even(1), 100));
    }

    private void handOver(Epoch epoch, long bytes) {
        epoch.memory().handOverSource(0, bytes);
        budget.handOver(bytes);
    }

    private void processed(Epoch epoch, long bytes) {
        epoch.memory().processedSource(0, bytes);
        budget.processed(bytes);
    }

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
