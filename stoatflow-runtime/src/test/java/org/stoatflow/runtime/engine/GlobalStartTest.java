package org.stoatflow.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.stoatflow.runtime.global.GlobalFailure;
import org.stoatflow.runtime.global.StartHandover;
import org.stoatflow.streams.errors.StreamsException;

/** Whoever starts an application with global stores hears why they cannot be loaded, or leaves that to the handler. */
class GlobalStartTest {
    private static final GlobalFailure FAILURE = new GlobalFailure(new StreamsException("the topic is gone"));

    private final StartHandover handover = new StartHandover();
    private boolean begun;
    private boolean loaded;
    private int looks;

    /** The load begins, and fails at the third look. */
    private final GlobalStart.Load load = new GlobalStart.Load() {
        @Override
        public boolean isToBegin() {
            return !begun;
        }

        @Override
        public boolean isLoaded() {
            looks++;
            return loaded;
        }
    };

    @Test
    void shouldThrowWhatItIsTold() {
        begun = true;
        StreamsException thrown = assertThrows(
                StreamsException.class,
                () -> start(Duration.ZERO).await(load, () -> {
                    if (looks == 2) {
                        assertTrue(handover.tell(FAILURE));
                    }
                    return looks == 3;
                }));
        assertSame(FAILURE.reason(), thrown);
    }

    /** An outage was longer than its patience; the load fails once brokers answer. */
    @Test
    void shouldLeaveFailuresToTheHandlerOnceItHasGivenUp() {
        start(Duration.ZERO).await(load, () -> false);
        assertFalse(handover.tell(FAILURE));
    }

    @Test
    void shouldLeaveFailuresToTheHandlerOnceItIsInterrupted() {
        begun = true;
        Thread.currentThread().interrupt();
        try {
            start(Duration.ofDays(1)).await(load, () -> false);
        } finally {
            assertTrue(Thread.interrupted(), "whoever has called start() sees it");
        }
        assertFalse(handover.tell(FAILURE));
    }

    /** The application may begin anew before the lifecycle has looked, and fail in another load. */
    @Test
    void shouldLeaveFailuresToTheHandlerOnceItHasSeenTheStoresLoaded() {
        begun = true;
        loaded = true;
        start(Duration.ofDays(1)).await(load, () -> false);
        loaded = false;
        assertFalse(handover.tell(FAILURE));
    }

    /** As where the failure comes while a start that has had enough is about to return. */
    @Test
    void shouldThrowWhatItWasToldBeforeItHasLeft() {
        assertTrue(handover.tell(FAILURE));
        loaded = true;
        assertThrows(StreamsException.class, () -> start(Duration.ofDays(1)).await(load, () -> false));
        assertEquals(1, looks);
    }

    private GlobalStart start(Duration patience) {
        return new GlobalStart(patience, handover);
    }
}
