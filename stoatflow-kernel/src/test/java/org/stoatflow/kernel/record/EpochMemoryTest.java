package org.stoatflow.kernel.record;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.stoatflow.operator.EpochKeys;

class EpochMemoryTest {
    private static final byte[] OLD = {1};
    private static final byte[] NEW = {2};

    private final EpochMemory memory = new EpochMemory();
    private final EpochKeys keys = memory.keys("some");

    @Test
    void shouldShareKeysOfOneName() {
        memory.keys("some").add(OLD);
        memory.next();

        assertTrue(keys.contains(new byte[] {1}));
        assertTrue(memory.keys("others").isEmpty());
    }

    @Test
    void shouldShowNoKeyToTheRecordThatNotesIt() {
        keys.add(OLD);

        assertTrue(keys.isEmpty());
        assertFalse(keys.contains(OLD));
    }

    @Test
    void shouldForgetKeysInTheNextEpochAndInNoOlderOne() {
        memory.begin(7);
        keys.add(OLD);
        memory.begin(7);
        memory.begin(6);
        assertTrue(keys.contains(OLD));

        keys.add(NEW);
        memory.begin(8);

        assertTrue(keys.isEmpty());
        assertFalse(keys.contains(OLD));
        assertFalse(keys.contains(NEW));
    }

    @Test
    void shouldForgetWhatAnUndoneRecordHasNoted() {
        keys.add(OLD);
        memory.next();
        keys.add(OLD);
        keys.add(NEW);

        memory.rollback();
        memory.next();

        assertTrue(keys.contains(OLD));
        assertFalse(keys.contains(NEW));
    }
}
