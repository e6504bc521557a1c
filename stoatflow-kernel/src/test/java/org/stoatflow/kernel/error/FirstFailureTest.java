package org.stoatflow.kernel.error;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.errors.StreamsException;

class FirstFailureTest {
    private final FirstFailure failures = new FirstFailure();
    private final List<String> closed = new ArrayList<>();

    @Test
    void shouldCloseTheOthersWhateverOneThrows() {
        NoClassDefFoundError error = new NoClassDefFoundError("unloaded");
        IOException checked = new IOException("undeclared");
        failures.close(() -> sneaky(error));
        failures.close(() -> closed.add("second"));
        failures.close(() -> sneaky(checked));
        failures.close(() -> closed.add("fourth"));
        assertEquals(List.of("second", "fourth"), closed);
        assertSame(error, assertThrows(NoClassDefFoundError.class, failures::rethrow));
        assertEquals(List.of(checked), List.of(error.getSuppressed()));
    }

    @Test
    void shouldGiveACheckedExceptionTheTypeThatCallersKnow() {
        failures.close(() -> sneaky(new IOException("undeclared")));
        assertInstanceOf(
                IOException.class,
                assertThrows(StreamsException.class, failures::rethrow).getCause());
    }

    @Test
    void shouldThrowNothingWhereNothingWasThrown() {
        failures.close(() -> closed.add("one"));
        failures.rethrow();
        assertEquals(List.of("one"), closed);
    }

    @SuppressWarnings("unchecked") // as languages do that declare nothing
    private static <T extends Throwable> void sneaky(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
