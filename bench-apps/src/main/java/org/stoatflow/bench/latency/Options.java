package org.stoatflow.bench.latency;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * What the command line asks for. Read once by the main thread.
 *
 * @param rates records a second; empty: each application's own
 * @param warmup how long is fed before the measured window
 * @param measured the window
 * @param streamThreads Kafka Streams' {@code num.stream.threads}
 * @param jvmArgs more JVM options of the applications, both libraries'
 * @param settings more settings of the applications, both libraries'
 * @param record whether results and docs/BENCHMARKS.md are written
 */
record Options(
        List<Workload> workloads,
        List<Integer> rates,
        List<Guarantee> guarantees,
        List<Library> libraries,
        Duration warmup,
        Duration measured,
        int rounds,
        int partitions,
        int streamThreads,
        List<String> jvmArgs,
        Map<String, String> settings,
        boolean record,
        boolean help) {

    static final String HELP = """
            usage: ./stoatflow latency [options]

            Starts a Kafka broker, runs each application on StoatFlow and on Kafka Streams in turn, in a JVM of its own,
            feeds it at a fixed rate, and measures what a read_committed reader waits for: from the slot of each
            record to the arrival of what came of it. Every output is checked. Cache off, all else as by default.

              --apps A,...        stateless, word-count (default: both)
              --rates R,...       records a second (default: 2000 for stateless, 750 lines of 8 words for word-count)
              --guarantees G,...  exactly_once_v2, at_least_once (default: both)
              --system S          ours, ks, or both (default)
              --seconds N         measured part of each round (default 15)
              --warmup N          seconds before it (default 40)
              --rounds N          rounds of each system, taken in turn (default 3)
              --partitions N      of the input and output topics (default 12)
              --ks-threads N      num.stream.threads of Kafka Streams (default 1, as in Kafka Streams)
              --jvm OPTION        one more option for the JVMs of the applications; may be repeated
              --set KEY=VALUE     one more setting of the applications; may be repeated
              --quick             one round of 5 seconds after 5
              --record            writes docs/benchmarks/latency.csv and its part of docs/BENCHMARKS.md
              --help              prints this

            The default takes about 25 minutes. Exit status: 0 measured, 1 failed or wrong output, 2 bad arguments.
            """;

    private static final int NUMBER_MAX = 1_000_000;

    static Options parse(List<String> arguments) throws BadArgument {
        Draft draft = new Draft();
        Iterator<String> rest = arguments.iterator();
        while (rest.hasNext()) {
            draft.take(rest.next(), rest);
        }
        return draft.options();
    }

    List<Scenario> scenarios() {
        List<Scenario> scenarios = new ArrayList<>();
        for (Workload workload : workloads) {
            for (int rate : rates.isEmpty() ? List.of(workload.standardRate()) : rates) {
                for (Guarantee guarantee : guarantees) {
                    scenarios.add(new Scenario(workload, rate, guarantee));
                }
            }
        }
        return scenarios;
    }

    /** This for a round that only warms the broker: as long as the warm-up of another. */
    Options forBroker() {
        return new Options(
                workloads,
                rates,
                guarantees,
                libraries,
                Duration.ZERO,
                warmup,
                1,
                partitions,
                streamThreads,
                jvmArgs,
                settings,
                false,
                false);
    }

    /** Options while they are read. */
    private static final class Draft {
        private List<Workload> workloads = Workload.ALL;
        private List<Integer> rates = List.of();
        private List<Guarantee> guarantees = List.of(Guarantee.values());
        private List<Library> libraries = List.of(Library.values());
        private int warmupSeconds = 40;
        private int measuredSeconds = 15;
        private int rounds = 3;
        private int partitions = 12;
        private int streamThreads = 1;
        private final List<String> jvmArgs = new ArrayList<>();
        private final Map<String, String> settings = new HashMap<>();
        private boolean record;
        private boolean help;

        void take(String option, Iterator<String> rest) throws BadArgument {
            switch (option) {
                case "--apps" -> workloads = each(option, rest, Workload::named);
                case "--rates" -> rates = each(option, rest, text -> number(option, text));
                case "--guarantees" -> guarantees = each(option, rest, Draft::guarantee);
                case "--system" -> libraries = libraries(value(option, rest));
                case "--seconds" -> measuredSeconds = number(option, value(option, rest));
                case "--warmup" -> warmupSeconds = number(option, value(option, rest));
                case "--rounds" -> rounds = number(option, value(option, rest));
                case "--partitions" -> partitions = number(option, value(option, rest));
                case "--ks-threads" -> streamThreads = number(option, value(option, rest));
                case "--jvm" -> jvmArgs.add(value(option, rest));
                case "--set" -> addSetting(value(option, rest));
                case "--quick" -> {
                    rounds = 1;
                    warmupSeconds = 5;
                    measuredSeconds = 5;
                }
                case "--record" -> record = true;
                case "--help", "-h" -> help = true;
                default -> throw new BadArgument("there is no option '" + option + "'; --help lists them");
            }
        }

        Options options() throws BadArgument {
            if (record && !jvmArgs.isEmpty()) {
                throw new BadArgument("--record takes no --jvm: the page says which options the JVMs had");
            }
            if (record && !settings.isEmpty()) {
                throw new BadArgument("--record takes no --set: the page shows defaults");
            }
            return new Options(
                    workloads,
                    rates,
                    guarantees,
                    libraries,
                    Duration.ofSeconds(warmupSeconds),
                    Duration.ofSeconds(measuredSeconds),
                    rounds,
                    partitions,
                    streamThreads,
                    List.copyOf(jvmArgs),
                    Map.copyOf(settings),
                    record,
                    help);
        }

        private void addSetting(String text) throws BadArgument {
            int equals = text.indexOf('=');
            if (equals < 1) {
                throw new BadArgument("--set must be KEY=VALUE, not '" + text + "'");
            }
            settings.put(text.substring(0, equals), text.substring(equals + 1));
        }

        private static Guarantee guarantee(String text) throws BadArgument {
            for (Guarantee guarantee : Guarantee.values()) {
                if (guarantee.setting().equals(text)) {
                    return guarantee;
                }
            }
            throw new BadArgument("--guarantees must be exactly_once_v2 or at_least_once, not '" + text + "'");
        }

        private static List<Library> libraries(String text) throws BadArgument {
            return switch (text) {
                case "ours" -> List.of(Library.STOATFLOW);
                case "ks" -> List.of(Library.KAFKA_STREAMS);
                case "both" -> List.of(Library.values());
                default -> throw new BadArgument("--system must be ours, ks or both, not '" + text + "'");
            };
        }

        private static int number(String option, String text) throws BadArgument {
            try {
                int number = Integer.parseInt(text);
                if (number >= 1 && number <= NUMBER_MAX) {
                    return number;
                }
            } catch (NumberFormatException notANumber) {
                // told below, as a number out of range is
            }
            throw new BadArgument(option + " must be a whole number from 1 to " + NUMBER_MAX + ", not '" + text + "'");
        }

        private static String value(String option, Iterator<String> rest) throws BadArgument {
            if (!rest.hasNext()) {
                throw new BadArgument(option + " needs a value after it");
            }
            return rest.next();
        }

        /** Reads one value. */
        private interface Reading<T> {
            T of(String text) throws BadArgument;
        }

        private static <T> List<T> each(String option, Iterator<String> rest, Reading<T> reading) throws BadArgument {
            List<T> all = new ArrayList<>();
            for (String text : value(option, rest).split(",")) {
                all.add(reading.of(text));
            }
            return List.copyOf(all);
        }
    }
}
