package org.stoatflow.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.command.Guarantee;
import picocli.CommandLine;

class DemoOptionsTest {
    private static final DemoOptions.Show PLAIN = new DemoOptions.Show(false, false);

    private final StringWriter out = new StringWriter();
    private final StringWriter errors = new StringWriter();
    private final CommandLine commandLine =
            new DemoOptions.Given().commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(errors));

    @Test
    void shouldHaveDefaults() {
        assertEquals(new DemoOptions(Guarantee.EXACTLY_ONCE, 2_000, null, null, 1, PLAIN, null), parse(""));
    }

    @Test
    void shouldTakeAllOptions() {
        DemoOptions expected =
                new DemoOptions(Guarantee.AT_LEAST_ONCE, 500, 64, Duration.ofSeconds(15), -7, PLAIN, null);
        assertEquals(expected, parse("--guarantee at_least_once --rate 500 --lanes 64 --seconds 15 --seed -7"));
    }

    @ParameterizedTest
    @CsvSource({"--kill, 40", "--beside, 90", "--kill --beside, 90", "--kill --seconds 20, 20"})
    void shouldEndByItselfWhereThereIsAMiddle(String line, int seconds) {
        assertEquals(Duration.ofSeconds(seconds), parse(line).duration());
    }

    @Test
    void shouldTakeTheLastOfRepeatedOptions() {
        assertEquals(20, parse("--rate 10 --rate 20").linesPerSecond());
    }

    @Test
    void shouldTakeTheLargestValues() {
        DemoOptions expected =
                new DemoOptions(Guarantee.EXACTLY_ONCE, 1_000_000, 100_000, Duration.ofDays(7), 1, PLAIN, null);
        assertEquals(expected, parse("--rate 1000000 --lanes 100000 --seconds 604800"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--rate 10 --help", "-h"})
    void shouldPrintHelpWithDefaults(String line) {
        assertNull(parse(line));
        assertTrue(out.toString().contains("lines a second (default 2000;"), out::toString);
        assertTrue(out.toString().contains("exactly_once_v2 (default) or at_least_once"), out::toString);
        assertTrue(out.toString().contains("of the text (default 1)"), out::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--fast | Unknown option: '--fast'",
                "fast | Unmatched argument at index 0: 'fast'",
                "--rate | Missing required parameter for option '--rate' (<rate>)",
                "--rate ten | Invalid value for option '--rate': 'ten' is not an int",
                "--rate 0 | Invalid value for option '--rate': must be from 1 to 1000000, not '0'",
                "--rate 1000001 | Invalid value for option '--rate': must be from 1 to 1000000, not '1000001'",
                "--seconds 1.5 | Invalid value for option '--seconds': '1.5' is not an int",
                "--seconds 604801 | Invalid value for option '--seconds': must be from 1 to 604800, not '604801'",
                "--lanes 99999999999999999999 | Invalid value for option '--lanes': '99999999999999999999' is not an"
                        + " int",
                "--lanes 100001 | Invalid value for option '--lanes': must be from 1 to 100000, not '100001'",
                "--guarantee exactly_once | Invalid value for option '--guarantee': must be exactly_once_v2 or"
                        + " at_least_once, not 'exactly_once'",
            })
    void shouldRefuseInOneLine(String line, String sentence) {
        assertEquals(2, commandLine.execute(line.split(" ")));
        assertEquals("stoatflow demo: " + sentence + "; see --help\n", errors.toString());
        assertNull(commandLine.getExecutionResult());
    }

    private DemoOptions parse(String line) {
        assertEquals(0, commandLine.execute(line.isEmpty() ? new String[0] : line.split(" ")), errors::toString);
        return commandLine.getExecutionResult();
    }
}
