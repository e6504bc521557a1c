package org.stoatflow.state.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Numbers are taken back as far as the last savepoint that is open, and no further. */
class PartitionNumbersTest {
    private final PartitionNumbers numbers = new PartitionNumbers(-1);

    @Test
    void shouldTakeBackWhatWasSetSinceTheSavepoint() {
        numbers.set(2, 5);
        numbers.save();
        numbers.set(2, 6);
        numbers.set(2, 7);
        numbers.set(0, 1);
        numbers.rollback();
        assertEquals(5, numbers.get(2));
        assertEquals(-1, numbers.get(0));
    }

    @Test
    void shouldKeepWhatWasReleased() {
        numbers.save();
        numbers.set(2, 6);
        numbers.release();
        numbers.rollback();
        assertEquals(6, numbers.get(2));
    }

    @Test
    void shouldForgetWhatASavepointHasNoted() {
        numbers.save();
        numbers.set(2, 6);
        numbers.clear();
        numbers.rollback();
        assertEquals(-1, numbers.get(2));
    }
}
