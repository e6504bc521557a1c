package org.stoatflow.parity.diff;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.stoatflow.parity.diff.program.Event;
import org.stoatflow.parity.diff.program.Operator;
import org.stoatflow.parity.diff.program.Program;
import org.stoatflow.parity.diff.program.Step;

/** Programs that differed once, or that few seeds make. */
class WrittenProgramsTest {
    private static final Map<String, Integer> SESSIONS =
            Map.of("aggregation", 0, "size", 20, "grace", 0, "store", 0, "final", 0, "by", 0);
    private static final Map<String, String> SETTINGS = Map.of("statestore.cache.max.bytes", "0");

    @Test
    void shouldForwardSessionsInMemoryByEndThenKey() {
        assertSame(sessions(3));
    }

    @Test
    void shouldForwardSessionsOnDiskByEndThenStart() {
        assertSame(sessions(1));
    }

    /** Names of stores that have the same hash stand in the order in which they were given. */
    @Test
    void shouldDescribeTheStoresOfAJoinWithASuppressedTable() {
        Map<String, Integer> held = Map.of("limit", 0, "bounds", 0, "logged", 0, "named", 0);
        Map<Integer, Step> steps = new TreeMap<>();
        steps.put(0, new Step(Operator.STREAM, List.of(), Map.of("extractor", 0)));
        steps.put(1, new Step(Operator.SESSION_WINDOWS, List.of(0), SESSIONS));
        steps.put(2, new Step(Operator.TO_TABLE, List.of(0), Map.of("store", 0)));
        steps.put(3, new Step(Operator.SUPPRESS, List.of(2), held));
        steps.put(4, new Step(Operator.TO_TABLE, List.of(0), Map.of("store", 0)));
        steps.put(5, new Step(Operator.TABLE_JOIN, List.of(3, 4), Map.of("join", 0, "mutates", 0, "view", 0)));
        assertSame(new Program(steps, SETTINGS, List.of()));
    }

    @Test
    void shouldGoOnWithAFullBufferIfTheHandlerSaysSo() {
        Map<Integer, Step> steps = new TreeMap<>();
        steps.put(0, new Step(Operator.TABLE, List.of(), Map.of("store", 0)));
        steps.put(1, new Step(Operator.SUPPRESS, List.of(0), Map.of("limit", 100, "bounds", 3, "logged", 0)));
        Map<String, String> settings = Map.of(Program.AFTER_FAILURE, "continue");
        List<Event> events =
                List.of(input("a", 1_000), input("b", 1_000), input("c", 1_000), input("d", 1_000), input("e", 2_000));
        assertSame(new Program(steps, settings, events));
    }

    /** A record without a value moves the time of a store in memory, behind which a partner is too late. */
    @Test
    void shouldKeepTheRecordsOfAJoinWhereTheConfigurationSays() {
        Map<String, Integer> told =
                Map.of("join", 0, "size", 20, "grace", 0, "side", 0, "old", 0, "stored", 0, "mutates", 0);
        Map<Integer, Step> steps = new TreeMap<>();
        steps.put(0, new Step(Operator.STREAM, List.of(), Map.of("extractor", 0)));
        steps.put(1, new Step(Operator.STREAM_JOIN, List.of(0, 0), told));
        List<Event> events = List.of(new Event.Input(0, "b", null, 1_227, null), input("a", 1_184));
        assertSame(new Program(steps, Map.of(Program.STORES, "memory"), events));
    }

    /** Kafka Streams adds a millisecond to the end of time there, and shows what its segments still have. */
    @ParameterizedTest
    @CsvSource({"0, 0, none", "0, 0, all", "0, 3, none", "1, 0, none", "2, 0, none"})
    void shouldJoinWithoutLengthAndGraceAtTheEndOfTime(int join, int stored, String optimization) {
        Map<String, Integer> told =
                Map.of("join", join, "size", 0, "grace", 0, "side", 0, "old", 0, "stored", stored, "mutates", 0);
        Map<Integer, Step> steps = new TreeMap<>();
        steps.put(0, new Step(Operator.STREAM, List.of(), Map.of("extractor", 0)));
        steps.put(1, new Step(Operator.STREAM_JOIN, List.of(0, 0), told));
        long end = Long.MAX_VALUE;
        List<Event> events = new ArrayList<>();
        for (long timeMs : new long[] {1_000, 1_000, end - 1, end, end, end - 1, end - 200_000, 1_000, end}) {
            events.add(input("a", timeMs));
        }
        assertSame(new Program(steps, Map.of("topology.optimization", optimization), events));
    }

    private static void assertSame(Program program) {
        assertNull(Comparison.withTodays().difference(program), program.toString());
    }

    /** Two sessions that end together: the one of the greater key starts before the other. */
    private static Program sessions(int store) {
        Map<String, Integer> told = new HashMap<>(SESSIONS);
        told.put("store", store);
        told.put("final", 1);
        Map<Integer, Step> steps = new TreeMap<>();
        steps.put(0, new Step(Operator.STREAM, List.of(), Map.of("extractor", 0)));
        steps.put(1, new Step(Operator.SESSION_WINDOWS, List.of(0), told));
        List<Event> events =
                List.of(input("b", 1_000), input("b", 1_010), input("a", 1_005), input("a", 1_010), input("c", 5_000));
        return new Program(steps, SETTINGS, events);
    }

    private static Event input(String key, long timeMs) {
        return new Event.Input(0, key, 1, timeMs, null);
    }
}
