package org.stoatflow.chaos;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;

/**
 * What the command line asks for.
 *
 * @param duration how long records are fed and faults happen; the end of the run comes on top
 * @param guarantee what the application promises
 * @param brokers nodes of the cluster
 * @param seed of records and faults
 * @param recordsPerSecond how many records are fed
 * @param keep whether logs and state stay after a run that found nothing
 * @param help whether to explain the options and do nothing else
 */
record Options(
        Duration duration,
        Guarantee guarantee,
        int brokers,
        long seed,
        int recordsPerSecond,
        boolean keep,
        boolean help) {

    static final String HELP = """
            usage: ./stoatflow chaos [options]

            Starts a Kafka cluster and an application with two hops, a cached and an uncached aggregation, and a
            processor with a store and punctuators. While records flow, it kills the application with -9, freezes it,
            lets a second instance fence it, stops, kills and freezes brokers, and feeds records that fail, block, or
            cannot be read or written. At the end it restarts the application on its state folder and on an empty one,
            and compares all output, and the changelogs, with the input topic.

              --minutes M     feeds for M minutes (default 20)
              --seconds N     feeds for N seconds
              --guarantee G   exactly_once_v2 (default) or at_least_once
              --brokers N     1 (default) or 3
              --rate R        records a second (default 400)
              --seed S        of records and faults (default: a new one, which is printed)
              --keep          keeps logs and state, and says where they are
              --help          prints this

            Under at_least_once no second instance fences the first: there, as in Kafka Streams, nothing keeps an
            instance that was frozen from writing once more when it wakes.
            Exit status: 0 verified, 1 differs or failed (logs are kept, and named), 2 bad arguments.
            """;

    private static final int RATE_MAX = 100_000;
    private static final int SECONDS_MAX = 24 * 3600;

    static Options defaults(long seed) {
        return new Options(Duration.ofMinutes(20), Guarantee.EXACTLY_ONCE, 1, seed, 400, false, false);
    }

    /** @param freshSeed where none is given */
    static Options parse(List<String> arguments, long freshSeed) throws BadArgument {
        Options options = defaults(freshSeed);
        Iterator<String> rest = arguments.iterator();
        while (rest.hasNext()) {
            options = options.with(rest.next(), rest);
        }
        return options;
    }

    private Options with(String option, Iterator<String> rest) throws BadArgument {
        return switch (option) {
            case "--minutes" -> withDuration(Duration.ofMinutes(number(option, rest, 1, SECONDS_MAX / 60)));
            case "--seconds" -> withDuration(Duration.ofSeconds(number(option, rest, 1, SECONDS_MAX)));
            case "--guarantee" -> withGuarantee(guarantee(option, rest));
            case "--brokers" -> withBrokers(brokers(option, rest));
            case "--rate" -> withRate((int) number(option, rest, 1, RATE_MAX));
            case "--seed" -> withSeed(number(option, rest, Long.MIN_VALUE, Long.MAX_VALUE));
            case "--keep" -> new Options(duration, guarantee, brokers, seed, recordsPerSecond, true, help);
            case "--help", "-h" -> new Options(duration, guarantee, brokers, seed, recordsPerSecond, keep, true);
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

    private static int brokers(String option, Iterator<String> rest) throws BadArgument {
        int brokers = (int) number(option, rest, 1, 3);
        if (brokers == 2) {
            throw new BadArgument(option + " must be 1 or 3: with two, no broker can be missed");
        }
        return brokers;
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

    boolean exactlyOnce() {
        return guarantee == Guarantee.EXACTLY_ONCE;
    }

    Options withDuration(Duration duration) {
        return new Options(duration, guarantee, brokers, seed, recordsPerSecond, keep, help);
    }

    Options withGuarantee(Guarantee guarantee) {
        return new Options(duration, guarantee, brokers, seed, recordsPerSecond, keep, help);
    }

    Options withBrokers(int brokers) {
        return new Options(duration, guarantee, brokers, seed, recordsPerSecond, keep, help);
    }

    Options withRate(int recordsPerSecond) {
        return new Options(duration, guarantee, brokers, seed, recordsPerSecond, keep, help);
    }

    private Options withSeed(long seed) {
        return new Options(duration, guarantee, brokers, seed, recordsPerSecond, keep, help);
    }
}
