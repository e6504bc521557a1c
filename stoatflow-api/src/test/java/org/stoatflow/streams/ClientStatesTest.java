package org.stoatflow.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
    void shouldRefuseWhatIsNeverAllowed() {
        assertThrows(IllegalStateException.class, () -> states.change(State.ERROR));
    }
}
