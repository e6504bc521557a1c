package org.stoatflow.parity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.stoatflow.parity.program.DriverPrograms;

/** Programs that drive topologies and mock contexts see the same with Kafka Streams' test utilities and with ours. */
@Tag("long")
class DriverDifferentialTest {
    private static final Function<String, List<String>> OURS = new DriverPrograms();
    private static final Function<String, List<String>> THEIRS = theirs();

    /** Kafka Streams does not ask the builder's configuration for the store of {@code mapValues}. */
    private static final Map<String, String> MAPPED_ON_DISK = Map.of(
            "stores {counts=memory, mapped=disk, sessions=memory, sliding=memory, tumbling=memory}",
            "stores {counts=memory, mapped=memory, sessions=memory, sliding=memory, tumbling=memory}");

    private static final Map<String, String> REFUSED_ROW =
            Map.of("put if absent: <3,-7>", "put if absent throws IllegalArgumentException");

    /** What differs for a reason, by program: the line of ours by the line of theirs. */
    private static final Map<String, Map<String, String>> APART = Map.ofEntries(
            Map.entry("stores by a topology's old key", MAPPED_ON_DISK),
            Map.entry("stores by a topology's suppliers", MAPPED_ON_DISK),
            // As from KafkaStreams: the user's exception is the cause of the one that says where it happened.
            Map.entry(
                    "wrong types",
                    Map.of(
                            "a sink of another type throws StreamsException of StreamsException of ClassCastException",
                            "a sink of another type throws StreamsException of ClassCastException")),
            // The record's epoch is dropped.
            Map.entry("a test puts a count without a time", Map.of("counts [a=<1,1000>, b=<7,-1>]", "counts []")),
            // What is refused is not in the store.
            Map.entry("refused: a row with a time, in memory", REFUSED_ROW),
            Map.entry("refused: a row with a time, on disk", REFUSED_ROW),
            Map.entry(
                    "refused: a version",
                    Map.of("get: <1,-1,Optional.empty>", "get: null", "get: <2,-1,Optional.empty>", "get: null")),
            // What is refused is not in the store either.
            Map.entry(
                    "a kept store with timestamps and a log",
                    Map.of("s [a=<2,3000>, b=<7,-1>, c=<7,-1>]", "s [a=<2,3000>]")),
            // Kafka Streams frees them early.
            Map.entry(
                    "a record fails that was forwarded, at_least_once",
                    Map.of(
                            "letter null=null@1010", "letter b=bad@1010",
                            "letter null=null@1030", "letter b=bad@1030")),
            // Nothing is lost without a word.
            Map.entry(
                    "a driver used after it was closed",
                    Map.of(
                            "get: null",
                            "get throws InvalidStateStoreException",
                            "pipe: piped",
                            "pipe throws IllegalStateException")),
            // Kafka Streams closes no processor of a global store.
            Map.entry("what a processor of a global store can do", Map.of("commit: done", "commit: done\nclosed")),
            // A store that is not open says so.
            Map.entry(
                    "mock: a store",
                    Map.of(
                            "not open throws NullPointerException",
                            "not open throws InvalidStateStoreException",
                            "closed: null",
                            "closed throws InvalidStateStoreException")));

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
        List<String> theirs = THEIRS.apply(program);
        assertFalse(theirs.isEmpty(), "the program says nothing");
        List<String> expected = theirs.stream()
                .map(line -> APART.getOrDefault(program, Map.of()).getOrDefault(line, line))
                .toList();
        assertEquals(String.join("\n", expected), String.join("\n", OURS.apply(program)));
    }

    @Test
    void shouldRunTheOtherLibrary() {
        assertTrue(THEIRS.getClass() != OURS.getClass(), "loaded twice");
        assertEquals(OURS.apply(""), THEIRS.apply(""));
    }
}
