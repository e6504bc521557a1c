package org.stoatflow.parity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.stoatflow.parity.program.Difference;
import org.stoatflow.parity.program.DriverPrograms;

/** Programs that drive topologies and mock contexts see the same with Kafka Streams' test utilities and with ours. */
@Tag("long")
class DriverDifferentialTest {
    private static final String LINES = "lines";
    private static final Function<String, List<String>> OURS = new DriverPrograms();
    private static final Function<String, List<String>> THEIRS = theirs();
    private static final KafkaStreamsRuns RUNS = new KafkaStreamsRuns("DriverDifferentialTest", OURS.apply(""));

    private static final Apart MAPPED_ON_DISK = new Apart(
            Difference.MAPPED_ON_DISK,
            Map.of(
                    "stores {counts=memory, mapped=disk, sessions=memory, sliding=memory, tumbling=memory}",
                    "stores {counts=memory, mapped=memory, sessions=memory, sliding=memory, tumbling=memory}"));

    private static final Apart REFUSED_ROW = new Apart(
            Difference.NEGATIVE_TIME, Map.of("put if absent: <3,-7>", "put if absent throws IllegalArgumentException"));

    /** What differs for a reason, by program. */
    private static final Map<String, Apart> APART = Map.ofEntries(
            Map.entry("stores by a topology's old key", MAPPED_ON_DISK),
            Map.entry("stores by a topology's suppliers", MAPPED_ON_DISK),
            apart(
                    "wrong types",
                    Difference.SINK_BY_TYPE,
                    Map.of(
                            "a sink of another type throws StreamsException of StreamsException of ClassCastException",
                            "a sink of another type throws StreamsException of ClassCastException")),
            apart(
                    "a test puts a count without a time",
                    Difference.DROPPED_WITH_ITS_EPOCH,
                    Map.of("counts [a=<1,1000>, b=<7,-1>]", "counts []")),
            Map.entry("refused: a row with a time, in memory", REFUSED_ROW),
            Map.entry("refused: a row with a time, on disk", REFUSED_ROW),
            apart(
                    "refused: a version",
                    Difference.NEGATIVE_TIME,
                    Map.of("get: <1,-1,Optional.empty>", "get: null", "get: <2,-1,Optional.empty>", "get: null")),
            apart(
                    "a kept store with timestamps and a log",
                    Difference.PUT_WITHOUT_A_TIME,
                    Map.of("s [a=<2,3000>, b=<7,-1>, c=<7,-1>]", "s [a=<2,3000>]")),
            apart(
                    "a record fails that was forwarded, at_least_once",
                    Difference.DEAD_LETTER,
                    Map.of(
                            "letter null=null@1010", "letter b=bad@1010",
                            "letter null=null@1030", "letter b=bad@1030")),
            apart(
                    "a driver used after it was closed",
                    Difference.CLOSED_DRIVER,
                    Map.of(
                            "get: null",
                            "get throws InvalidStateStoreException",
                            "pipe: piped",
                            "pipe throws IllegalStateException")),
            apart(
                    "what a processor of a global store can do",
                    Difference.CLOSED_GLOBALS,
                    Map.of("commit: done", "commit: done\nclosed")),
            apart(
                    "mock: a store",
                    Difference.CLOSED_STORE,
                    Map.of(
                            "not open throws NullPointerException",
                            "not open throws InvalidStateStoreException",
                            "closed: null",
                            "closed throws InvalidStateStoreException")));

    private static Map.Entry<String, Apart> apart(String program, Difference reason, Map<String, String> lines) {
        return Map.entry(program, new Apart(reason, lines));
    }

    /** All reasons why programs are apart. */
    static Set<Difference> reasons() {
        return APART.values().stream().map(Apart::reason).collect(Collectors.toSet());
    }

    @SuppressWarnings("unchecked") // the same class, loaded with Kafka Streams' names
    private static Function<String, List<String>> theirs() {
        try {
            return (Function<String, List<String>>) new RenamingLoader()
                    .loadClass(DriverPrograms.class.getName())
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException broken) {
            throw new AssertionError(broken);
        }
    }

    static Stream<String> programs() {
        return OURS.apply("").stream();
    }

    @ParameterizedTest
    @MethodSource("programs")
    void shouldSeeTheSame(String program) {
        Observed ours = observed(OURS.apply(program));
        if (RUNS.isDrawn(program) || !RUNS.isAsRecorded(program, ours, List.of())) {
            Map<String, String> apart =
                    APART.getOrDefault(program, Apart.NOTHING).lines();
            List<String> theirs = THEIRS.apply(program);
            assertFalse(theirs.isEmpty(), "the program says nothing");
            Observed expected = observed(
                    theirs.stream().map(line -> apart.getOrDefault(line, line)).toList());
            assertEquals(String.join("\n", expected.lines(LINES)), String.join("\n", ours.lines(LINES)));
            RUNS.ran(program, expected, List.of());
        }
    }

    @AfterAll
    static void end() {
        RUNS.end();
    }

    /** Without the thread's name, which metrics have. */
    private static Observed observed(List<String> lines) {
        Observed seen = new Observed();
        String thread = "thread-id=" + Thread.currentThread().getName();
        lines.forEach(line -> seen.add(LINES, line.replace(thread, "thread-id=THREAD")));
        return seen;
    }

    @Test
    void shouldRunTheOtherLibrary() {
        assertTrue(THEIRS.getClass() != OURS.getClass(), "loaded twice");
        assertEquals(OURS.apply(""), THEIRS.apply(""));
    }
}
