package org.stoatflow.bench.blocking;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.stoatflow.streams.StreamsConfig;

/**
 * What the command line asks for.
 *
 * @param what which figures
 * @param guarantees under which guarantees
 * @param lanes lane counts of {@link #LANES}
 * @param seconds how long a run of {@link #LANES} is aimed to take
 * @param rate records a second of {@link #ONE_KEY} and lines a second of {@link #RESTART}
 * @param blockMs how long the one key blocks
 * @param restarts how many records fail
 */
record Options(
        List<String> what,
        List<String> guarantees,
        List<Integer> lanes,
        int seconds,
        int rate,
        int blockMs,
        int restarts,
        boolean help) {

    static final String ONE_KEY = "one-key";
    static final String LANES = "lanes";
    static final String RESTART = "restart";

    static final String HELP = """
            usage: ./stoatflow blocking [one-key] [lanes] [restart] [options]

            Starts a Kafka broker and measures, under each guarantee:
              one-key   one key blocks for 5 s in a stage of 256 lanes: what the others do meanwhile
              lanes     each record blocks for 10 ms: throughput with more and more lanes
              restart   a record fails once: when the next commit comes, and whether a changelog is read
            Without a name, all three. Each figure is printed beside the bound that it is held against.

              --guarantee G   exactly_once_v2 or at_least_once (default: both; restart: exactly_once_v2 only)
              --lanes L,L     lane counts (default 16,64,256,512)
              --seconds N     aimed length of each run of 'lanes' (default 15)
              --rate R        records a second of 'one-key' (default 5000); a fifth of it for 'restart'
              --block-ms N    how long the one key blocks (default 5000)
              --restarts N    how many records fail (default 10)
              --help          prints this

            Exit status: 0 all bounds met, 1 not met or failed, 2 bad arguments.
            """;

    static Options parse(List<String> arguments) {
        List<String> what = new ArrayList<>();
        Options options = new Options(
                List.of(ONE_KEY, LANES, RESTART),
                List.of(StreamsConfig.AT_LEAST_ONCE, StreamsConfig.EXACTLY_ONCE_V2),
                List.of(16, 64, 256, 512),
                15,
                5_000,
                5_000,
                10,
                false);
        for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
            String argument = rest.next();
            if (List.of(ONE_KEY, LANES, RESTART).contains(argument)) {
                what.add(argument);
            } else {
                options = options.with(argument, rest);
            }
        }
        return what.isEmpty() ? options : options.withWhat(what);
    }

    private Options withWhat(List<String> asked) {
        return new Options(List.copyOf(asked), guarantees, lanes, seconds, rate, blockMs, restarts, help);
    }

    private Options with(String option, Iterator<String> rest) {
        if (option.equals("--help")) {
            return new Options(what, guarantees, lanes, seconds, rate, blockMs, restarts, true);
        }
        if (!List.of("--guarantee", "--lanes", "--seconds", "--rate", "--block-ms", "--restarts")
                .contains(option)) {
            throw new IllegalArgumentException("there is no option '" + option + "'; --help lists them");
        }
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(option + " needs a value after it");
        }
        String value = rest.next();
        return switch (option) {
            case "--guarantee" ->
                new Options(what, List.of(guarantee(value)), lanes, seconds, rate, blockMs, restarts, help);
            case "--lanes" -> {
                List<Integer> counts = Arrays.stream(value.split(",", -1))
                        .map(count -> number(option, count))
                        .toList();
                yield new Options(what, guarantees, counts, seconds, rate, blockMs, restarts, help);
            }
            case "--seconds" ->
                new Options(what, guarantees, lanes, number(option, value), rate, blockMs, restarts, help);
            case "--rate" ->
                new Options(what, guarantees, lanes, seconds, number(option, value), blockMs, restarts, help);
            case "--block-ms" ->
                new Options(what, guarantees, lanes, seconds, rate, number(option, value), restarts, help);
            default -> new Options(what, guarantees, lanes, seconds, rate, blockMs, number(option, value), help);
        };
    }

    private static String guarantee(String value) {
        if (!List.of(StreamsConfig.AT_LEAST_ONCE, StreamsConfig.EXACTLY_ONCE_V2).contains(value)) {
            throw new IllegalArgumentException(
                    "--guarantee must be exactly_once_v2 or at_least_once, not '" + value + "'");
        }
        return value;
    }

    private static int number(String option, String value) {
        try {
            int number = Integer.parseInt(value.strip());
            if (number >= 1 && number <= 1_000_000) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // told below, as a number out of range is
        }
        throw new IllegalArgumentException(option + " must be a whole number from 1 to 1000000, not '" + value + "'");
    }
}
