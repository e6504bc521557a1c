package org.stoatflow.examples.demo;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the command line asks for.
 *
 * @param guarantee what the application promises
 * @param linesPerSecond how many lines are fed
 * @param lanes lanes of the counting stage; null for the engine's choice
 * @param duration how long lines are fed; null until Ctrl-C
 * @param seed of the text
 * @param help whether to explain the options and do nothing else
 */
record Options(
        Guarantee guarantee,
        int linesPerSecond,
        @Nullable Integer lanes,
        @Nullable Duration duration,
        long seed,
        boolean help) {

    static final String HELP = """
            usage: ./stoatflow demo [options]

            Starts a Kafka broker, feeds it lines of text, counts their words with StoatFlow, shows what a
            read_committed reader of the counts sees, and at the end compares every count with what was fed.

              --rate R        lines a second (default 2000; about 8 words each)
              --guarantee G   exactly_once_v2 (default) or at_least_once
              --seconds N     feeds for N seconds; without it, until Ctrl-C
              --lanes N       lanes that count (default: the engine's choice)
              --seed S        of the text (default 1); the same seed gives the same lines
              --help          prints this

            All files are in a temporary folder, which is deleted at the end; an hour at the default rate takes
            a few gigabytes. Exit status: 0 verified, 1 differs or failed, 2 bad arguments.
            """;

    private static final Options DEFAULTS = new Options(Guarantee.EXACTLY_ONCE, 2_000, null, null, 1, false);
    private static final int RATE_MAX = 1_000_000;
    private static final int LANES_MAX = 100_000;
    private static final int SECONDS_MAX = 7 * 24 * 3600;

    static Options parse(List<String> arguments) throws BadArgument {
        Options options = DEFAULTS;
        Iterator<String> rest = arguments.iterator();
        while (rest.hasNext()) {
            options = options.with(rest.next(), rest);
        }
        return options;
    }

    private Options with(String option, Iterator<String> rest) throws BadArgument {
        return switch (option) {
            case "--rate" -> withRate((int) number(option, rest, 1, RATE_MAX));
            case "--guarantee" -> withGuarantee(guarantee(option, rest));
            case "--seconds" -> withDuration(Duration.ofSeconds(number(option, rest, 1, SECONDS_MAX)));
            case "--lanes" -> withLanes((int) number(option, rest, 1, LANES_MAX));
            case "--seed" -> withSeed(number(option, rest, Long.MIN_VALUE, Long.MAX_VALUE));
            case "--help", "-h" -> withHelp();
            default -> throw new BadArgument("there is no option '" + option + "'; --help lists them");
        };
    }

    private static Guarantee guarantee(String option, Iterator<String> rest) throws BadArgument {
        String given = value(option, rest);
        for (Guarantee guarantee : Guarantee.values()) {
            if (guarantee.setting().equals(given)) {
                return guarantee;
            }
        }
        throw new BadArgument(option + " must be exactly_once_v2 or at_least_once, not '" + given + "'");
    }

    private static long number(String option, Iterator<String> rest, long min, long max) throws BadArgument {
        String given = value(option, rest);
        try {
            long number = Long.parseLong(given);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // told below, as a number out of range is
        }
        throw new BadArgument(option + " must be a whole number from " + min + " to " + max + ", not '" + given + "'");
    }

    private static String value(String option, Iterator<String> rest) throws BadArgument {
        if (!rest.hasNext()) {
            throw new BadArgument(option + " needs a value after it");
        }
        return rest.next();
    }

    Options withGuarantee(Guarantee guarantee) {
        return new Options(guarantee, linesPerSecond, lanes, duration, seed, help);
    }

    Options withRate(int linesPerSecond) {
        return new Options(guarantee, linesPerSecond, lanes, duration, seed, help);
    }

    Options withDuration(Duration duration) {
        return new Options(guarantee, linesPerSecond, lanes, duration, seed, help);
    }

    private Options withLanes(int lanes) {
        return new Options(guarantee, linesPerSecond, lanes, duration, seed, help);
    }

    private Options withSeed(long seed) {
        return new Options(guarantee, linesPerSecond, lanes, duration, seed, help);
    }

    private Options withHelp() {
        return new Options(guarantee, linesPerSecond, lanes, duration, seed, true);
    }
}
