package org.stoatflow.bench.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LanePathBenchmarkTest {
    private final ByteArrayOutputStream told = new ByteArrayOutputStream();
    private final PrintStream errors = new PrintStream(told, true, StandardCharsets.UTF_8);

    @ParameterizedTest
    @ValueSource(strings = {"-h", "--help"})
    void shouldPrintHelpAndRunNothing(String option) throws Exception {
        assertEquals(0, LanePathBenchmark.run(new String[] {option}, errors));
        assertEquals("", told.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldRefuseInOneLine() throws Exception {
        assertEquals(2, LanePathBenchmark.run(new String[] {"--bogus"}, errors));
        String line = told.toString(StandardCharsets.UTF_8);
        assertTrue(line.startsWith("stoatflow bench: ") && line.contains("bogus"), line);
        assertTrue(line.endsWith("; see --help\n"), line);
        assertEquals(1, line.lines().count());
    }
}
