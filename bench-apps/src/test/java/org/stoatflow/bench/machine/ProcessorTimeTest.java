package org.stoatflow.bench.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ProcessorTimeTest {
    @Test
    void shouldReadTheLineOfAllProcessors() {
        ProcessorTime time = ProcessorTime.parse("""
                cpu  100 1 20 300 4 5 6 64 7 8
                cpu0 50 1 10 150 2 2 3 32 3 4
                """);

        assertEquals(new ProcessorTime(64, 500), time);
    }

    @Test
    void shouldTellWhatWasStolenSince() {
        assertEquals(25, new ProcessorTime(60, 1_100).stolenPercentSince(new ProcessorTime(10, 900)));
        assertEquals(0, new ProcessorTime(10, 1_000).stolenPercentSince(new ProcessorTime(10, 900)));
        assertTrue(Double.isNaN(new ProcessorTime(0, 0).stolenPercentSince(new ProcessorTime(0, 0))));
    }

    @Test
    void shouldKnowASystemThatDoesNotTell() {
        assertEquals(new ProcessorTime(0, 430), ProcessorTime.parse("cpu  100 1 20 300 4 5\n"));
    }

    @Test
    void shouldNameTheFileThatCannotBeRead() {
        String message = assertThrows(IllegalArgumentException.class, () -> ProcessorTime.parse("intr 1\n"))
                .getMessage();

        assertEquals("/proc/stat begins with 'intr 1', not with 'cpu '", message);
    }
}
