package org.stoatflow.bench.blocking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.stoatflow.command.Guarantee;
import picocli.CommandLine;

class BlockingOptionsTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter errors = new StringWriter();
    private final CommandLine commandLine = new BlockingOptions.Given()
            .commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(errors));

    @Test
    void shouldMeasureEverythingUnderBothGuaranteesByDefault() {
        BlockingOptions expected = new BlockingOptions(
                List.of("one-key", "lanes", "restart"),
                List.of(Guarantee.AT_LEAST_ONCE, Guarantee.EXACTLY_ONCE),
                List.of(16, 64, 256, 512),
                15,
                5_000,
                5_000,
                10);
        assertEquals(expected, parse(""));
    }

    @Test
    void shouldTakeWhatIsGiven() {
        BlockingOptions expected = new BlockingOptions(
                List.of("restart", "lanes"), List.of(Guarantee.EXACTLY_ONCE), List.of(1, 1_000_000), 2, 3, 4, 5);
        assertEquals(
                expected,
                parse("restart --guarantee exactly_once_v2 --lanes 1,1000000 --seconds 2 --rate 3 --block-ms 4"
                        + " --restarts 5 lanes"));
    }

    @Test
    void shouldPrintHelpWithDefaults() {
        assertNull(parse("--help"));
        assertTrue(out.toString().contains("lane counts (default [16, 64, 256, 512])"), out::toString);
        assertTrue(out.toString().contains("aimed length of each run of 'lanes' (default 15)"), out::toString);
        assertTrue(out.toString().contains("records a second (default 5000)"), out::toString);
        assertTrue(out.toString().contains("how long the one key blocks (default 5000)"), out::toString);
        assertTrue(out.toString().contains("how many records fail (default 10)"), out::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--fast | Unknown option: '--fast'",
                "one-key two-keys | NAME must be one-key, lanes or restart, not 'two-keys'",
                "--rate | Missing required parameter for option '--rate' (<rate>)",
                "--rate ten | Invalid value for option '--rate': 'ten' is not an int",
                "--seconds 0 | Invalid value for option '--seconds': must be from 1 to 1000000, not '0'",
                "--lanes 1,1000001 | Invalid value for option '--lanes': must be from 1 to 1000000, not '1000001'",
                "--guarantee exactly_once | Invalid value for option '--guarantee': must be exactly_once_v2 or"
                        + " at_least_once, not 'exactly_once'",
            })
    void shouldRefuseInOneLine(String line, String sentence) {
        assertEquals(2, commandLine.execute(line.split(" ")));
        assertEquals("stoatflow blocking: " + sentence + "; see --help\n", errors.toString());
        assertNull(commandLine.getExecutionResult());
    }

    private BlockingOptions parse(String line) {
        assertEquals(0, commandLine.execute(line.isEmpty() ? new String[0] : line.split(" ")), errors::toString);
        return commandLine.getExecutionResult();
    }
}
