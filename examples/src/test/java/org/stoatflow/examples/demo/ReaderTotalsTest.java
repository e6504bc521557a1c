package org.stoatflow.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReaderTotalsTest {
    private final ReaderTotals seen = new ReaderTotals();

    @Test
    void shouldGiveTheGreatestLatestCounts() {
        seen.onResult("a", 5, 1);
        seen.onResult("b", 7, 1);
        seen.onResult("c", 1, 1);
        seen.onResult("a", 8, 1);
        assertEquals(
                List.of(Map.entry("a", 8L), Map.entry("b", 7L)),
                seen.snapshot(2).top());
        assertEquals(4, seen.snapshot(2).results());
    }

    @Test
    void shouldTellRecentFromAllLatencies() {
        seen.onResult("a", 1, 10);
        seen.snapshot(1);
        seen.onResult("a", 2, 30);
        ReaderTotals.Snapshot second = seen.snapshot(1);
        assertEquals(0.030, second.recent().p50Ms());
        assertEquals(0.010, second.all().p50Ms());
        assertTrue(Double.isNaN(seen.snapshot(1).recent().p99Ms()));
    }

    @Test
    void shouldKnowWhatIsNotCounted() {
        ReaderTotals totals = new ReaderTotals();
        totals.onResult("the", 2, 1);
        assertEquals(4, totals.missing(Map.of("the", 5L, "of", 1L)));
        totals.onResult("the", 6, 1);
        totals.onResult("of", 1, 1);
        assertEquals(0, totals.missing(Map.of("the", 5L, "of", 1L)));
    }

    @Test
    void shouldForgetLatenciesAndNoCount() {
        ReaderTotals totals = new ReaderTotals();
        totals.onResult("the", 1, 9_000_000);
        totals.startAnew();
        totals.onResult("the", 2, 50);
        assertEquals(0.05, totals.snapshot(1).all().p99Ms());
        assertEquals(2, totals.snapshot(1).results());
    }
}
