package org.stoatflow.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.KafkaStreams.State;

class ClientStatesTest {
    private final ClientStates states = new ClientStates("client", entered -> {});

    /** An uncaught-exception handler that closes the application, and then answers that it is to be shut down. */
    @Test
    void shouldStayClosedWhereAFailureIsToldAfterwards() {
        assertTrue(states.change(State.PENDING_SHUTDOWN));
        assertTrue(states.change(State.NOT_RUNNING));
        assertFalse(states.change(State.PENDING_ERROR));
        assertEquals(State.NOT_RUNNING, states.state());
    }

    @Test
    void shouldTellOneChangeAfterAnotherWhicheverThreadMakesThem() throws InterruptedException {
        List<State> told = Collections.synchronizedList(new ArrayList<>());
        states.listener((newState, oldState) -> {
            if (newState == State.REBALANCING) {
                Thread other = Thread.ofPlatform().start(() -> states.change(State.RUNNING));
                join(other);
                states.change(State.PENDING_SHUTDOWN);
            }
            told.add(newState);
        });
        assertTrue(states.change(State.REBALANCING));
        assertEquals(List.of(State.RUNNING, State.PENDING_SHUTDOWN, State.REBALANCING), told);
    }

    private static void join(Thread other) {
        try {
            assertTrue(other.join(Duration.ofSeconds(30)));
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Test
    void shouldRefuseWhatIsNeverAllowed() {
        assertThrows(IllegalStateException.class, () -> states.change(State.ERROR));
    }
}
