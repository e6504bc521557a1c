package org.stoatflow.streams.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Where an old processor forwards to. */
class ToTest {
    private static final class Copy extends To {
        Copy(To to) {
            super(to);
        }

        String child() {
            return childName;
        }
    }

    @Test
    void shouldCompareByChildAndTime() {
        assertEquals(To.child("a").withTimestamp(5), To.child("a").withTimestamp(5));
        assertNotEquals(To.child("a"), To.child("b"));
        assertNotEquals(To.all(), To.all().withTimestamp(5));
        assertEquals(
                org.apache.kafka.streams.processor.To.child("a")
                        .withTimestamp(5)
                        .toString(),
                To.child("a").withTimestamp(5).toString());
        assertThrows(UnsupportedOperationException.class, To.all()::hashCode);
    }

    @Test
    void shouldTakeOverWhatAnotherSays() {
        Copy copy = new Copy(To.child("a").withTimestamp(5));
        assertEquals("a", copy.child());
        copy.update(To.all());
        assertEquals(null, copy.child());
    }
}
