package org.stoatflow.runtime.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkerTest {
    private static final int STEPS = 2;

    /** Such an interrupt is left by a function that has caught an InterruptedException. With it no park waits. */
    @Test
    void shouldTakeBackTheInterruptThatAStepLeaves() {
        List<Boolean> interrupted = new ArrayList<>(); // by the worker's thread until its end
        Worker worker = new Worker(
                body -> Thread.ofPlatform().unstarted(body),
                () -> {
                    interrupted.add(Thread.currentThread().isInterrupted());
                    Thread.currentThread().interrupt();
                    if (interrupted.size() == STEPS) {
                        throw new IllegalStateException("enough");
                    }
                    return true;
                },
                () -> {},
                failure -> {});
        worker.start();
        assertTrue(worker.awaitEnd(Duration.ofMinutes(1).toNanos()));
        assertEquals(List.of(false, false), interrupted);
    }
}
