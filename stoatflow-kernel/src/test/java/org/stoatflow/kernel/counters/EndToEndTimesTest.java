package org.stoatflow.kernel.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.plan.OwnedPartitions;

class EndToEndTimesTest {
    private static final long NOW_MS = 10_000;

    private final EndToEndTimes times = new EndToEndTimes((OwnedPartitions) null);

    private void sample(long ageMs) {
        times.onRecord(NOW_MS - ageMs, 0);
        times.sample(NOW_MS);
    }

    @Test
    void shouldLookAtTheLastRecordOfABatch() {
        times.onRecord(NOW_MS - 500, 0);
        sample(30);
        times.sample(NOW_MS); // a batch without a record here
        EndToEndTimes.Age age = times.take(0);
        assertEquals(new EndToEndTimes.Age(1, 30, 30, 30), age);
    }

    @Test
    void shouldTakeExtremesOnceAndKeepSums() {
        sample(30);
        sample(10);
        sample(20);
        assertEquals(new EndToEndTimes.Age(3, 60, 10, 30), times.take(0));
        EndToEndTimes.Age later = times.take(0);
        assertFalse(later.hasExtremes());
        assertEquals(60, later.sumMs());
    }

    @Test
    void shouldGoOnFromTheRunBefore() {
        sample(30);
        EndToEndTimes after = new EndToEndTimes(times);
        assertEquals(30, after.take(0).sumMs());
        assertTrue(times.take(0).hasExtremes());
    }

    @Test
    void shouldAddUpLanes() {
        sample(30);
        EndToEndTimes.Age age = times.take(0);
        assertEquals(new EndToEndTimes.Age(2, 35, 5, 30), age.and(new EndToEndTimes.Age(1, 5, 5, 5)));
        assertEquals(age, age.and(EndToEndTimes.Age.NONE));
    }
}
