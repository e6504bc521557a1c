package org.stoatflow.bench.role;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static final long SECOND_NS = 1_000_000_000L;

    @Test
    void shouldSpreadRecordsEvenly() {
        Schedule schedule = new Schedule(1_000, 2_000);

        assertEquals(1_000, schedule.slotNs(0));
        assertEquals(501_000, schedule.slotNs(1));
        assertEquals(1_000 + 3 * SECOND_NS, schedule.slotNs(6_000));
    }

    @Test
    void shouldNotDriftWhereTheRateDoesNotDivideASecond() {
        Schedule schedule = new Schedule(0, 7);

        assertEquals(SECOND_NS / 7, schedule.slotNs(1));
        assertEquals(1_000_000 * SECOND_NS, schedule.slotNs(7_000_000));
    }

    @Test
    void shouldFindTheFirstRecordOfAWindow() {
        Schedule schedule = new Schedule(5, 750);

        assertEquals(0, schedule.firstFrom(0));
        assertEquals(1, schedule.firstFrom(1));
        assertEquals(750 * 20, schedule.firstFrom(20 * SECOND_NS));
        assertEquals(750 * 20 + 1, schedule.firstFrom(20 * SECOND_NS + 1));
    }
}
