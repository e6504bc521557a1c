package org.stoatflow.bench.drain;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.stoatflow.bench.latency.Library;
import org.stoatflow.command.Arguments;
import org.stoatflow.command.Guarantee;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The options of the command line; {@link Given} explains each.
 *
 * @param jvmArgs JVM options of both libraries' applications
 * @param settings more settings of both libraries' applications
 */
record DrainOptions(
        List<String> apps,
        List<Guarantee> guarantees,
        List<Library> libraries,
        Load load,
        int rounds,
        List<String> jvmArgs,
        Map<String, String> settings) {

    private static final int NUMBER_MAX = 100_000_000;
    private static final Pattern HEAP = Pattern.compile("[1-9][0-9]*[kKmMgG]?");

    /** The content of an application's topic; word-count gets a tenth of the records. */
    record Load(int records, int valueBytes, int keys, int partitions) {}

    @Command(name = "./stoatflow drain", description = """

                    Starts a Kafka broker, fills a topic, has each application drain it on StoatFlow and on Kafka Streams in turn,
                    in a JVM of its own, and prints the rate and the highest memory: resident (VmHWM), the heap that the
                    collector has taken, and the heap right after a collection. Cache off, all else as by default.
                    """, footer = """

                    Exit status: 0 measured, 1 failed, 2 bad arguments.""")
    static final class Given extends Arguments<DrainOptions> {
        @Option(
                names = "--apps",
                split = ",",
                description =
                        "stateless, word-count, rows: a store of the last value of each key (default: the first two)")
        private List<String> apps = List.of("stateless", "word-count");

        @Option(names = "--guarantees", split = ",", description = "exactly_once_v2, at_least_once (default: both)")
        private List<Guarantee> guarantees = List.of(Guarantee.values());

        @Option(names = "--system", description = Library.SYSTEMS + " (default ${DEFAULT-VALUE})")
        private String system = "both";

        @Option(names = "--records", description = "in the topic (default ${DEFAULT-VALUE}); a tenth for word-count")
        private int records = 600_000;

        @Option(names = "--bytes", description = "of each value (default ${DEFAULT-VALUE})")
        private int valueBytes = 1_024;

        @Option(names = "--keys", description = "of the records (default ${DEFAULT-VALUE})")
        private int keys = 1_000;

        @Option(names = "--rounds", description = "rounds of each system, taken in turn (default ${DEFAULT-VALUE})")
        private int rounds = 1;

        @Option(names = "--partitions", description = "of the input and output topics (default ${DEFAULT-VALUE})")
        private int partitions = 12;

        @Option(names = "--heap", description = "the greatest heap, as in -Xmx (default ${DEFAULT-VALUE})")
        private String heap = "2g";

        @Option(names = "--jvm", description = "one more option for the JVMs of the applications; may be repeated")
        private List<String> jvmArgs = List.of();

        @Option(names = "--set", paramLabel = "KEY=VALUE", description = "one more setting; may be repeated")
        private Map<String, String> settings = Map.of();

        @Override
        public DrainOptions call() {
            for (String app : apps) {
                if (!DrainInput.APPS.contains(app)) {
                    throw refusal("--apps", String.join(" or ", DrainInput.APPS), app);
                }
            }
            if (!HEAP.matcher(heap).matches()) {
                throw refusal("--heap", "as in -Xmx, such as 512m or 2g", heap);
            }
            List<String> jvm = new ArrayList<>(List.of("-Xmx" + heap));
            jvm.addAll(jvmArgs);
            return new DrainOptions(
                    List.copyOf(apps),
                    List.copyOf(guarantees),
                    Library.chosen(system).orElseThrow(() -> refusal("--system", Library.SYSTEMS, system)),
                    new Load(
                            upTo(NUMBER_MAX, "--records", records),
                            upTo(NUMBER_MAX, "--bytes", valueBytes),
                            upTo(NUMBER_MAX, "--keys", keys),
                            upTo(NUMBER_MAX, "--partitions", partitions)),
                    upTo(NUMBER_MAX, "--rounds", rounds),
                    List.copyOf(jvm),
                    Map.copyOf(settings));
        }
    }
}
