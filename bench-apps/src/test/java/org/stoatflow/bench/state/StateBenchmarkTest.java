package org.stoatflow.bench.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Benchmark;

@Tag("long")
class StateBenchmarkTest {
    private static final String ONE_SHORT_ITERATION = "-f 0 -wi 0 -i 1 -r 1ms -foe true";
    private static final String FEW_ROWS = "-p overlayRows=1000 -p cachedRows=1000 -p rows=1000 -p committedRows=1000"
            + " -p windowKeys=100 -p overlayKeys=10 -p versionedKeys=100";

    @TempDir
    Path folder;

    private final ByteArrayOutputStream told = new ByteArrayOutputStream();
    private final PrintStream errors = new PrintStream(told, true, StandardCharsets.UTF_8);

    @Test
    void shouldRefuseInOneLine() throws Exception {
        assertEquals(2, StateBenchmark.run(new String[] {"--bogus"}, errors));
        String line = told.toString(StandardCharsets.UTF_8);
        assertTrue(line.startsWith("stoatflow bench-state: ") && line.contains("bogus"), line);
        assertEquals(1, line.lines().count());
    }

    @Test
    void shouldRunEachBenchmark() throws Exception {
        Path results = folder.resolve("results.csv");
        String[] args = (ONE_SHORT_ITERATION + " " + FEW_ROWS + " -rf csv -rff " + results).split(" ");
        assertEquals(0, StateBenchmark.run(args, errors));
        Set<String> run = Files.readAllLines(results).stream()
                .skip(1)
                .map(line -> line.split(",")[0].replace("\"", ""))
                .filter(name -> !name.contains(":")) // what a profiler adds
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> declared = Stream.of(
                        KeyValueBenchmark.class, WindowBenchmark.class, VersionedBenchmark.class, EpochBenchmark.class)
                .flatMap(each -> Stream.of(each.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Benchmark.class))
                .map(method -> method.getDeclaringClass().getName() + "." + method.getName())
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(declared, run);
        assertEquals(11, run.size());
    }

    @Test
    void shouldReadAllRowsOfARange() throws Exception {
        try (KeyValueLane lane = new KeyValueLane(500, Rows::ordered)) {
            assertEquals(100 * Rows.VALUE_BYTES, lane.readRange(100));
            assertEquals(Rows.VALUE_BYTES, lane.readAny().length);
        }
    }

    @Test
    void shouldReadAllWindowsOfAKey() throws Exception {
        try (WindowLane lane = new WindowLane(20)) {
            lane.overlay(5);
            assertEquals(WindowLane.WINDOWS * Rows.VALUE_BYTES, lane.readCommitted());
            assertEquals(WindowLane.WINDOWS * Rows.VALUE_BYTES, lane.readOverlay(5));
            assertEquals(Rows.VALUE_BYTES, lane.readOne().length);
        }
    }
}
