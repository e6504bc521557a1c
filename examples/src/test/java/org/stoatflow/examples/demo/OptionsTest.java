package org.stoatflow.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {
    @Test
    void shouldHaveDefaults() throws BadArgument {
        Options options = parse("");
        assertEquals(Guarantee.EXACTLY_ONCE, options.guarantee());
        assertEquals(2_000, options.linesPerSecond());
        assertNull(options.duration());
        assertNull(options.lanes());
        assertFalse(options.help());
    }

    @Test
    void shouldTakeAllOptions() throws BadArgument {
        Options expected = new Options(Guarantee.AT_LEAST_ONCE, 500, 64, Duration.ofSeconds(15), 7, false);
        assertEquals(expected, parse("--guarantee at_least_once --rate 500 --lanes 64 --seconds 15 --seed 7"));
    }

    @Test
    void shouldTakeTheLastOfRepeatedOptions() throws BadArgument {
        assertEquals(20, parse("--rate 10 --rate 20").linesPerSecond());
    }

    @Test
    void shouldTakeHelp() throws BadArgument {
        assertTrue(parse("--rate 10 --help").help());
        assertTrue(parse("-h").help());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--fast | there is no option '--fast'; --help lists them",
                "--rate | --rate needs a value after it",
                "--rate ten | --rate must be a whole number from 1 to 1000000, not 'ten'",
                "--rate 0 | --rate must be a whole number from 1 to 1000000, not '0'",
                "--seconds 1.5 | --seconds must be a whole number from 1 to 604800, not '1.5'",
                "--lanes 99999999999999999999 | --lanes must be a whole number from 1 to 100000, not '99999999999999999999'",
                "--guarantee exactly_once | --guarantee must be exactly_once_v2 or at_least_once, not 'exactly_once'",
            })
    void shouldRefuseInOneSentence(String line, String sentence) {
        BadArgument refusal = assertThrows(BadArgument.class, () -> parse(line));
        assertEquals(sentence, refusal.getMessage());
    }

    private static Options parse(String line) throws BadArgument {
        return Options.parse(line.isEmpty() ? List.of() : List.of(line.split(" ")));
    }
}
