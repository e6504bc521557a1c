package org.stoatflow.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

class ArgumentsTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter errors = new StringWriter();
    private final CommandLine commandLine =
            new Given().commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(errors));

    @Command(name = "./stoatflow try")
    private static final class Given extends Arguments<String> {
        @Option(names = "--rate", description = "a second")
        private int rate = 5;

        @Option(names = "--guarantee", description = "of the two")
        private Guarantee guarantee = Guarantee.EXACTLY_ONCE;

        @Override
        public String call() {
            if (guarantee == Guarantee.AT_LEAST_ONCE && rate == 7) {
                throw refusal("these do not go together");
            }
            return guarantee.words() + ", " + upTo(10, "--rate", rate);
        }
    }

    @Test
    void shouldTakeDefaultsAndTheLastOfWhatIsGivenTwice() {
        assertEquals("exactly once, 5", parse());
        assertEquals("at least once, 10", parse("--rate", "1", "--guarantee", "at_least_once", "--rate", "10"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--rate 99 --help", "-h"})
    void shouldPrintHelpWithHelpItselfAtTheEnd(String line) {
        assertNull(parse(line.split(" ")));
        String help = out.toString();
        assertTrue(help.startsWith("Usage: ./stoatflow try [OPTIONS]"), help);
        assertTrue(help.indexOf("--rate") < help.indexOf("--guarantee"), help);
        assertTrue(help.indexOf("--guarantee") < help.indexOf("-h, --help"), help);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--fast | Unknown option: '--fast'",
                "fast | Unmatched argument at index 0: 'fast'",
                "--rate | Missing required parameter for option '--rate' (<rate>)",
                "--rate ten | Invalid value for option '--rate': 'ten' is not an int",
                "--rate 0 | Invalid value for option '--rate': must be from 1 to 10, not '0'",
                "--rate 11 | Invalid value for option '--rate': must be from 1 to 10, not '11'",
                "--guarantee x | Invalid value for option '--guarantee': must be exactly_once_v2 or at_least_once, not"
                        + " 'x'",
                "--rate 7 --guarantee at_least_once | these do not go together",
            })
    void shouldRefuseInOneLine(String line, String sentence) {
        assertEquals(2, commandLine.execute(line.split(" ")));
        assertEquals("stoatflow try: " + sentence + "; see --help" + System.lineSeparator(), errors.toString());
        assertNull(commandLine.getExecutionResult());
    }

    private String parse(String... arguments) {
        assertEquals(0, commandLine.execute(arguments), errors::toString);
        return commandLine.getExecutionResult();
    }
}
