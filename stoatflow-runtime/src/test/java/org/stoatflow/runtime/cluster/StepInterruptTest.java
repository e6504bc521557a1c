package org.stoatflow.runtime.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StepInterruptTest {
    private static final int MEETINGS = 2_000;

    private final Thread me = Thread.currentThread();
    private final AtomicInteger over = new AtomicInteger(-1); // the last meeting in which the interrupt was asked for

    @AfterEach
    void clear() {
        Thread.interrupted();
    }

    @Test
    void shouldInterruptAStep() {
        new StepInterrupt().interrupt(me);
        assertTrue(me.isInterrupted());
    }

    @Test
    void shouldTakeBackAtTheEndWhatWasForAStep() {
        StepInterrupt interrupt = new StepInterrupt();
        interrupt.interrupt(me);
        interrupt.end();
        assertFalse(me.isInterrupted());
    }

    @Test
    void shouldNotInterruptBehindTheEnd() {
        StepInterrupt interrupt = new StepInterrupt();
        interrupt.end();
        interrupt.interrupt(me);
        assertFalse(me.isInterrupted());
    }

    /** One that comes as the steps end is either taken back or not made. */
    @Test
    void shouldLeaveNothingBehindTheEndWhereBothMeet() throws InterruptedException {
        AtomicReference<StepInterrupt> shared = new AtomicReference<>();
        Thread interrupting = Thread.ofPlatform().start(() -> {
            for (int meeting = 0; meeting < MEETINGS; meeting++) {
                StepInterrupt met = shared.getAndSet(null);
                while (met == null) {
                    Thread.yield();
                    met = shared.getAndSet(null);
                }
                met.interrupt(me);
                over.set(meeting);
            }
        });
        int left = 0;
        for (int meeting = 0; meeting < MEETINGS; meeting++) {
            StepInterrupt interrupt = new StepInterrupt();
            shared.set(interrupt);
            interrupt.end();
            while (over.get() < meeting) {
                Thread.yield();
            }
            left += Thread.interrupted() ? 1 : 0;
        }
        interrupting.join();
        assertEquals(0, left, "interrupts behind an end");
    }
}
