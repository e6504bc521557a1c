package org.stoatflow.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.apache.kafka.common.errors.DisconnectException;
import org.junit.jupiter.api.Test;

class CausesTest {
    @Test
    void shouldEndWhereCausesGoRound() {
        Exception one = new IllegalStateException("a");
        Exception other = new IOException("b", one);
        one.initCause(other);
        assertEquals(List.of(one, other), Causes.of(one));
        assertSame(other, Causes.find(one, IOException.class));
        assertNull(Causes.find(one, InterruptedException.class));
        assertFalse(new RetriableErrors().test(one));
    }

    @Test
    void shouldEndInAChainThatIsMadeWhileItIsRead() {
        assertEquals(Causes.CAUSES_MAX, Causes.of(new Endless()).size());
    }

    @Test
    void shouldFindWhatIsDeep() {
        Exception deep = new DisconnectException("deep");
        for (int i = 0; i < 50; i++) {
            deep = new IllegalStateException("around", deep);
        }
        assertTrue(Causes.has(deep, DisconnectException.class));
        assertTrue(new RetriableErrors().test(deep));
        assertTrue(Causes.of(null).isEmpty());
    }

    /** Each cause has another one, and says that it equals all others. */
    private static final class Endless extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public synchronized Throwable getCause() {
            return new Endless();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Endless;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }
}
