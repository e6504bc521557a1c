package org.stoatflow.bench.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OptionsTest {
    @Test
    void shouldMeasureTheFourScenariosThatHaveBoundsByDefault() throws BadArgument {
        List<Scenario> scenarios = parse().scenarios();

        assertEquals(
                List.of(
                        "stateless, 2000 records/s, exactly_once_v2",
                        "stateless, 2000 records/s, at_least_once",
                        "word-count, 750 records/s, exactly_once_v2",
                        "word-count, 750 records/s, at_least_once"),
                scenarios.stream().map(Scenario::describe).toList());
        assertEquals(
                List.of(20.0, 8.0, 30.0, 12.0),
                scenarios.stream().map(Scenario::p50BoundMs).toList());
    }

    @Test
    void shouldTakeWhatIsGiven() throws BadArgument {
        Options options = parse(
                "--apps",
                "word-count",
                "--rates",
                "10,20",
                "--guarantees",
                "at_least_once",
                "--system",
                "ks",
                "--seconds",
                "7",
                "--warmup",
                "3",
                "--rounds",
                "2",
                "--partitions",
                "5",
                "--ks-threads",
                "4",
                "--jvm",
                "-Xint",
                "--set",
                "linger.ms=5");

        assertEquals(
                List.of("word-count, 10 records/s, at_least_once", "word-count, 20 records/s, at_least_once"),
                options.scenarios().stream().map(Scenario::describe).toList());
        assertTrue(Double.isNaN(options.scenarios().getFirst().p50BoundMs()));
        assertEquals(List.of(Library.KAFKA_STREAMS), options.libraries());
        assertEquals(Duration.ofSeconds(7), options.measured());
        assertEquals(Duration.ofSeconds(3), options.warmup());
        assertEquals(2, options.rounds());
        assertEquals(5, options.partitions());
        assertEquals(4, options.streamThreads());
        assertEquals(List.of("-Xint"), options.jvmArgs());
        assertEquals(Map.of("linger.ms", "5"), options.settings());
    }

    @Test
    void shouldSayWhatIsWrong() {
        assertEquals("there is no application 'x'; there are stateless, word-count", message("--apps", "stateless,x"));
        assertEquals("--seconds must be a whole number from 1 to 1000000, not '0'", message("--seconds", "0"));
        assertEquals("--rounds needs a value after it", message("--rounds"));
        assertEquals("--system must be ours, ks or both, not 'all'", message("--system", "all"));
        assertEquals("--set must be KEY=VALUE, not 'a'", message("--set", "a"));
        assertEquals("there is no option '--fast'; --help lists them", message("--fast"));
    }

    @Test
    void shouldRecordDefaultsOnly() {
        assertTrue(message("--record", "--set", "linger.ms=5").startsWith("--record takes no --set"));
        assertTrue(message("--record", "--jvm", "-Xint").startsWith("--record takes no --jvm"));
    }

    private static String message(String... arguments) {
        return assertThrows(BadArgument.class, () -> parse(arguments)).getMessage();
    }

    private static Options parse(String... arguments) throws BadArgument {
        return Options.parse(List.of(arguments));
    }
}
