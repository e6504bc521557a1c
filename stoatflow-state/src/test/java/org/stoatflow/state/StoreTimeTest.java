package org.stoatflow.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class StoreTimeTest {
    @Test
    void shouldTellTheRowsOfAStoreFromThoseOfLongerNames() {
        for (StoreTime time : StoreTime.values()) {
            assertTrue(time.isOf(time.row("a", 0), "a"));
            assertTrue(time.isOf(time.row("a_1", 23), "a_1"));
            assertFalse(time.isOf(time.row("a_1", 23), "a"));
            assertFalse(time.isOf(time.row("ab", 0), "a"));
            assertFalse(time.isOf(time.firstRow("a"), "a"));
            assertTrue(StoreTime.isAnyOf(time.row("a", 7), "a"));
        }
        assertFalse(StoreTime.isAnyOf("time.topic.a_0", "a"));
        assertFalse(StoreTime.isAnyOf("time.operator.node.a_0", "a"));
    }

    /** They are on disk already. */
    @Test
    void shouldKeepTheNamesFrozen() {
        assertEquals("time.restored.a_5", StoreTime.RESTORED.row("a", 5));
        assertEquals("time.operator.store.a_5", StoreTime.OPERATOR.row("a", 5));
        assertEquals("time.forwarded.store.a_5", StoreTime.FORWARDED.row("a", 5));
    }
}
