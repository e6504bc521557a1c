package org.stoatflow.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.stoatflow.command.Guarantee;
import picocli.CommandLine;

class ChaosOptionsTest {
    private static final long FRESH_SEED = 42;

    private final StringWriter out = new StringWriter();
    private final StringWriter errors = new StringWriter();
    private final CommandLine commandLine = new ChaosOptions.Given(FRESH_SEED)
            .commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(errors));

    @Test
    void shouldHaveDefaults() {
        assertEquals(
                new ChaosOptions(
                        Duration.ofMinutes(20), Guarantee.EXACTLY_ONCE, 1, FRESH_SEED, 400, false, new Mode.Faults()),
                parse(""));
    }

    @Test
    void shouldTakeAllOptions() {
        assertEquals(
                new ChaosOptions(Duration.ofMinutes(2), Guarantee.AT_LEAST_ONCE, 3, -7, 50, true, new Mode.Faults()),
                parse("--minutes 2 --guarantee at_least_once --brokers 3 --seed -7 --rate 50 --keep"));
        assertEquals(Duration.ofSeconds(9), parse("--seconds 9").duration());
        assertEquals(
                new Mode.Outage(Duration.ofMinutes(5)),
                parse("--outage-minutes 5").mode());
        assertEquals(
                new Mode.ColdStarts(300, 3, Duration.ofSeconds(15)),
                parse("--cold-starts 300 --parallel 3").mode());
    }

    @Test
    void shouldTakeKindsOfFaults() {
        assertEquals(
                new Mode.Faults(List.of(FaultKind.TOPIC_DELETED, FaultKind.KILL)),
                parse("--faults topic-deleted,kill").mode());
    }

    @Test
    void shouldPrintHelpWithDefaults() {
        assertNull(parse("--help"));
        assertTrue(out.toString().contains("feeds for so long (default 20)"), out::toString);
        assertTrue(out.toString().contains("exactly_once_v2 (default) or at_least_once"), out::toString);
        assertTrue(out.toString().contains("1 (default) or 3"), out::toString);
        assertTrue(out.toString().contains("records a second (default 400)"), out::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--fast | Unknown option: '--fast'",
                "--rate | Missing required parameter for option '--rate' (<rate>)",
                "--rate ten | Invalid value for option '--rate': 'ten' is not an int",
                "--rate 100001 | Invalid value for option '--rate': must be from 1 to 100000, not '100001'",
                "--minutes 0 | Invalid value for option '--minutes': must be from 1 to 1440, not '0'",
                "--seconds 86401 | Invalid value for option '--seconds': must be from 1 to 86400, not '86401'",
                "--minutes 1 --seconds 5 | --minutes and --seconds exclude each other",
                "--outage-minutes 1 --outage-seconds 5 | --outage-minutes and --outage-seconds exclude each other",
                "--outage-seconds 1 --cold-starts 5 | --outage-seconds and --cold-starts exclude each other",
                "--faults kill --outage-seconds 1 | --faults goes with neither --cold-starts nor an outage",
                "--faults outage | Invalid value for option '--faults' (<kind>): must be kinds of faults, such as"
                        + " kill,topic-deleted, not 'outage'",
                "--seed x | Invalid value for option '--seed': 'x' is not a long",
                "--brokers 2 | Invalid value for option '--brokers': must be 1 or 3 (with two, no broker can be"
                        + " missed), not '2'",
                "--guarantee exactly_once | Invalid value for option '--guarantee': must be exactly_once_v2 or"
                        + " at_least_once, not 'exactly_once'",
            })
    void shouldRefuseInOneLine(String line, String sentence) {
        assertEquals(2, commandLine.execute(line.split(" ")));
        assertEquals("stoatflow chaos: " + sentence + "; see --help\n", errors.toString());
        assertNull(commandLine.getExecutionResult());
    }

    private ChaosOptions parse(String line) {
        assertEquals(0, commandLine.execute(line.isEmpty() ? new String[0] : line.split(" ")), errors::toString);
        return commandLine.getExecutionResult();
    }
}
