package org.stoatflow.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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

class ModelCheckTest {
    private final ByteArrayOutputStream told = new ByteArrayOutputStream();
    private final StringWriter help = new StringWriter();
    private final StringWriter errors = new StringWriter();
    private final CommandLine commandLine = new ModelCheck(new PrintStream(told, true, StandardCharsets.UTF_8))
            .commandLine()
            .setOut(new PrintWriter(help))
            .setErr(new PrintWriter(errors));

    @Test
    void shouldListThoseThatBeginWithAName() {
        assertEquals(
                0, commandLine.execute("--list", "TakeOver_v", "--seconds", "1", "--heap", "64", "--workers", "2"));
        assertTrue(
                told.toString(StandardCharsets.UTF_8).startsWith("TakeOver_v"),
                () -> told.toString(StandardCharsets.UTF_8));
        assertFalse(
                told.toString(StandardCharsets.UTF_8).contains("Epochs_"), () -> told.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldRefuseANameThatNoConfigurationHas() {
        assertEquals(2, commandLine.execute("Nothing", "Never"));
        assertEquals(
                "stoatflow model: no configuration begins with Nothing or Never; --list prints them; see --help\n",
                errors.toString());
    }

    @Test
    void shouldPrintHelpWithDefaults() {
        assertEquals(0, commandLine.execute("--help"));
        assertTrue(help.toString().contains("time for one configuration (default 1800)"), help::toString);
        assertTrue(help.toString().contains("in megabytes (default 2048)"), help::toString);
        assertTrue(help.toString().contains("threads for one configuration (default 1)"), help::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--fast | Unknown option: '--fast'",
                "--heap | Missing required parameter for option '--heap' (<heapMb>)",
                "--workers x | Invalid value for option '--workers': 'x' is not an int",
            })
    void shouldRefuseInOneLine(String line, String sentence) {
        assertEquals(2, commandLine.execute(line.split(" ")));
        assertEquals("stoatflow model: " + sentence + "; see --help\n", errors.toString());
    }
}
