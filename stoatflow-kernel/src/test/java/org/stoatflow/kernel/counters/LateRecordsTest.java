package org.stoatflow.kernel.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LateRecordsTest {
    private final LateRecords late = new LateRecords(2);

    @Test
    void shouldAddUpBySlotAndTakeTheMaximumOnce() {
        assertEquals(0, late.sumMs(1));
        assertEquals(0, late.takeMostMs(1));
        late.onLate(1, 20);
        late.onLate(1, 30);
        late.onLate(1, 10);
        assertEquals(60, late.sumMs(1));
        assertEquals(30, late.takeMostMs(1));
        assertEquals(0, late.takeMostMs(1));
        assertEquals(60, late.sumMs(1));
        assertEquals(0, late.sumMs(0));
    }

    @Test
    void shouldGoOnFromTheRunBefore() {
        late.onLate(0, 20);
        LateRecords after = new LateRecords(late);
        after.onLate(0, 5);
        assertEquals(25, after.sumMs(0));
        assertEquals(5, after.takeMostMs(0));
        assertEquals(20, late.takeMostMs(0));
    }
}
