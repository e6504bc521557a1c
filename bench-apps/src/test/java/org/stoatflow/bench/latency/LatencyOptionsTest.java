package org.stoatflow.bench.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class LatencyOptionsTest {
    @Test
    void shouldMeasureTheFourScenariosThatHaveBoundsByDefault() {
        List<Cell> cells = parse().cells();

        assertEquals(
                List.of(
                        "stateless, 2000 records/s, exactly_once_v2",
                        "stateless, 2000 records/s, at_least_once",
                        "word-count, 750 records/s, exactly_once_v2",
                        "word-count, 750 records/s, at_least_once"),
                cells.stream().map(Cell::describe).toList());
        assertEquals(
                List.of(20.0, 8.0, 30.0, 12.0),
                cells.stream().map(Cell::p50BoundMs).toList());
    }

    @Test
    void shouldTakeWhatIsGiven() {
        LatencyOptions options = parse(
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
                options.cells().stream().map(Cell::describe).toList());
        assertTrue(Double.isNaN(options.cells().getFirst().p50BoundMs()));
        assertEquals(List.of(Library.KAFKA_STREAMS), options.libraries());
        assertEquals(Duration.ofSeconds(7), options.timing().measured());
        assertEquals(Duration.ofSeconds(3), options.timing().warmup());
        assertEquals(2, options.timing().rounds());
        assertEquals(5, options.applications().partitions());
        assertEquals(4, options.applications().streamThreads());
        assertEquals(List.of("-Xint"), options.applications().jvmArgs());
        assertEquals(Map.of("linger.ms", "5"), options.applications().settings());
    }

    @Test
    void shouldTakeAnEmptyValueOfASettingAndOptionsOfTheJvmThatLookLikeOurs() {
        LatencyOptions options =
                parse("--set", "a=", "--set", "b=c=d", "--jvm", "--add-opens=x/y=z", "--jvm", "-Xlog:gc,safepoint");

        assertEquals(Map.of("a", "", "b", "c=d"), options.applications().settings());
        assertEquals(
                List.of("--add-opens=x/y=z", "-Xlog:gc,safepoint"),
                options.applications().jvmArgs());
    }

    @Test
    void shouldLetTheLastOptionWinWhereQuickIsGivenToo() {
        LatencyOptions options = parse("--quick", "--rounds", "2");
        assertEquals(2, options.timing().rounds());
        assertEquals(Duration.ofSeconds(5), options.timing().measured());
        assertEquals(Duration.ofSeconds(5), options.timing().warmup());
        assertEquals(1, parse("--rounds", "2", "--quick").timing().rounds());
    }

    @Test
    void shouldSayInTheReportThatQuickMeasuresTheCompilers() throws BenchFailure {
        LocalDate day = LocalDate.of(2026, 1, 2);
        List<String> warm = Conditions.of(parse(), day, "");
        List<String> quick = Conditions.of(parse("--quick"), day, "");
        assertEquals(warm.size() + 1, quick.size());
        assertTrue(quick.getLast().startsWith("The JVMs were not warm"), quick::toString);
    }

    @Test
    void shouldSayInTheLineOfTheReadmeThatCachesAreOff() throws BenchFailure {
        String first =
                Conditions.of(parse(), LocalDate.of(2026, 1, 2), "0123456789").getFirst();
        assertTrue(first.startsWith("Taken on 2026-01-02 at commit 01234567, with "), first);
        assertTrue(first.endsWith("; caches are off."), first);
    }

    @Test
    void shouldPrintHelpWithDefaults() {
        CommandLine commandLine = new LatencyOptions.Given().commandLine();
        StringWriter out = new StringWriter();
        assertEquals(0, commandLine.setOut(new PrintWriter(out)).execute("--help"));
        assertNull(commandLine.getExecutionResult());
        assertTrue(out.toString().contains("measured part of each round (default 15)"), out::toString);
        assertTrue(out.toString().contains("seconds before it (default 40)"), out::toString);
        assertTrue(out.toString().contains("rounds of each system, taken in turn (default 3)"), out::toString);
        assertTrue(out.toString().contains("of the input and output topics (default 12)"), out::toString);
        assertTrue(out.toString().contains("num.stream.threads of Kafka Streams (default 1"), out::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--fast | Unknown option: '--fast'",
                "fast | Unmatched argument at index 0: 'fast'",
                "--rounds | Missing required parameter for option '--rounds' (<rounds>)",
                "--apps stateless,x | Invalid value for option '--apps' (<apps>): there is no application 'x'; there"
                        + " are stateless, word-count",
                "--rates 5,x | Invalid value for option '--rates' (<rates>): 'x' is not an int",
                "--rates 5,0 | Invalid value for option '--rates': must be from 1 to 1000000, not '0'",
                "--seconds 0 | Invalid value for option '--seconds': must be from 1 to 1000000, not '0'",
                "--warmup 1000001 | Invalid value for option '--warmup': must be from 1 to 1000000, not '1000001'",
                "--guarantees x | Invalid value for option '--guarantees' (<guarantees>): must be exactly_once_v2 or"
                        + " at_least_once, not 'x'",
                "--system none | Invalid value for option '--system': must be ours, ks, ks-transactional, both or"
                        + " all, not 'none'",
                "--set a | Invalid value for option '--set': must be KEY=VALUE",
                "--set =a | Invalid value for option '--set': must be KEY=VALUE",
                "--record --set linger.ms=5 | --record takes no --set: the page shows defaults",
                "--record --jvm -Xint | --record takes no --jvm: the page says which options the JVMs had",
            })
    void shouldRefuseInOneLine(String line, String sentence) {
        CommandLine commandLine = new LatencyOptions.Given().commandLine();
        StringWriter errors = new StringWriter();
        assertEquals(2, commandLine.setErr(new PrintWriter(errors)).execute(line.split(" ")));
        assertEquals("stoatflow latency: " + sentence + "; see --help\n", errors.toString());
        assertNull(commandLine.getExecutionResult());
    }

    static LatencyOptions parse(String... arguments) {
        CommandLine commandLine = new LatencyOptions.Given().commandLine();
        assertEquals(0, commandLine.execute(arguments));
        return commandLine.getExecutionResult();
    }
}
