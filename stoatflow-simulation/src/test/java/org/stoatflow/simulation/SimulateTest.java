package org.stoatflow.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class SimulateTest {
    private final ByteArrayOutputStream told = new ByteArrayOutputStream();
    private final StringWriter help = new StringWriter();
    private final StringWriter errors = new StringWriter();
    private final CommandLine commandLine = new Simulate(new PrintStream(told, true, StandardCharsets.UTF_8))
            .commandLine()
            .setOut(new PrintWriter(help))
            .setErr(new PrintWriter(errors));

    @Test
    void shouldRunTheSeedsThatAreAskedFor() {
        assertEquals(0, commandLine.execute("--seeds", "2", "--from", "5", "--keep-going"));
        assertTrue(
                told.toString(StandardCharsets.UTF_8).contains("2 seeds from 5, 0 failed"),
                () -> told.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldPrintHelpWithDefaults() {
        assertEquals(0, commandLine.execute("--help"));
        assertTrue(help.toString().contains("how many seeds (default 1000)"), help::toString);
        assertTrue(help.toString().contains("the first seed (default 1)"), help::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--fast | Unknown option: '--fast'",
                "5 | Unmatched argument at index 0: '5'",
                "--seeds | Missing required parameter for option '--seeds' (<seeds>)",
                "--from x | Invalid value for option '--from': 'x' is not a long",
                "--from -1 | Invalid value for option '--from': must be from 1 to 4611686018427387903, not '-1'",
                "--seeds 0 | Invalid value for option '--seeds': must be from 1 to 4611686018427387903, not '0'",
            })
    void shouldRefuseInOneLine(String line, String sentence) {
        assertEquals(2, commandLine.execute(line.split(" ")));
        assertEquals("stoatflow simulate: " + sentence + "; see --help\n", errors.toString());
    }
}
