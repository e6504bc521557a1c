package org.stoatflow.bench.jar;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.stoatflow.bench.latency.BenchFailure;
import org.stoatflow.command.Arguments;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The options of the command line; {@link Given} explains each.
 *
 * @param port of the brokers; empty for a free one
 */
record JarOptions(
        Application application,
        List<Input> inputs,
        List<String> outputs,
        int partitions,
        Load load,
        Optional<Integer> port) {
    /** In an argument of the application it stands for the brokers' address. */
    static final String BOOTSTRAP = "{bootstrap}";

    private static final int NUMBER_MAX = 100_000_000;
    private static final Path DROP_IN = Path.of("stoatflow-kafka-streams", "target");

    /** The user's program. */
    record Application(ClassPaths classPaths, String main, List<String> arguments) {}

    /**
     * Of each input, records and records a second.
     *
     * @param silence without output, after which nothing is expected any more
     */
    record Load(int records, int rate, Duration silence) {}

    @Command(name = "./stoatflow bench", description = """

                    Runs an application that is compiled against Kafka Streams first on that, then on StoatFlow's drop-in, each time on
                    a new broker with the same input, and compares what it writes, latency and cost. The application's settings
                    are its own.
                    """, footer = """

                    Exit status: 0 the outputs are the same, 1 they differ or it has failed, 2 bad arguments.""")
    static final class Given extends Arguments<JarOptions> {
        @Option(names = "--jar", required = true, description = "the application's jar, or its class path")
        private String jar = "";

        @Option(names = "--main", required = true, description = "its main class")
        private String main = "";

        @Option(
                names = "--arg",
                description = "an argument of it; may be repeated; " + BOOTSTRAP + " is the brokers' address,"
                        + " which is in the variable BOOTSTRAP_SERVERS too")
        private List<String> arguments = List.of();

        @Option(
                names = "--input",
                required = true,
                paramLabel = "TOPIC[=FILE]",
                description = "a topic to feed, with generated texts or the lines of a file: KEY<tab>VALUE, or VALUE;"
                        + " may be repeated")
        private List<String> inputs = List.of();

        @Option(names = "--output", required = true, paramLabel = "TOPIC", description = "may be repeated")
        private List<String> outputs = List.of();

        @Option(names = "--records", description = "of each input (default ${DEFAULT-VALUE})")
        private int records = 30_000;

        @Option(names = "--rate", description = "records a second of each input (default ${DEFAULT-VALUE})")
        private int rate = 500;

        @Option(names = "--silence", description = "seconds without output that are its end (default ${DEFAULT-VALUE})")
        private int silence = 10;

        @Option(names = "--partitions", description = "of all topics (default ${DEFAULT-VALUE})")
        private int partitions = 6;

        @Option(names = "--port", description = "of the broker, for an application that knows one")
        private @Nullable Integer port;

        @Option(names = "--drop-in", description = "its jar (default: that of this tree)")
        private @Nullable Path dropIn;

        @Override
        public JarOptions call() {
            try {
                return read();
            } catch (BenchFailure missing) {
                throw refusal(String.valueOf(missing.getMessage()));
            }
        }

        private JarOptions read() throws BenchFailure {
            List<Input> fed = new ArrayList<>();
            for (String input : inputs) {
                int file = input.indexOf('=');
                fed.add(
                        file < 0
                                ? Input.read(input, Optional.empty())
                                : Input.read(
                                        input.substring(0, file), Optional.of(fromCaller(input.substring(file + 1)))));
            }
            String own = String.join(
                    File.pathSeparator,
                    Arrays.stream(jar.split(File.pathSeparator))
                            .map(entry -> fromCaller(entry).toString())
                            .toList());
            Path replacement = dropIn == null ? built() : fromCaller(dropIn.toString());
            return new JarOptions(
                    new Application(
                            new ClassPaths(own, System.getProperty("java.class.path"), replacement),
                            main,
                            List.copyOf(arguments)),
                    List.copyOf(fed),
                    List.copyOf(outputs),
                    upTo(NUMBER_MAX, "--partitions", partitions),
                    new Load(
                            upTo(NUMBER_MAX, "--records", records),
                            upTo(NUMBER_MAX, "--rate", rate),
                            Duration.ofSeconds(upTo(NUMBER_MAX, "--silence", silence))),
                    Optional.ofNullable(port));
        }

        private static Path fromCaller(String path) {
            String folder = System.getenv("STOATFLOW_FROM");
            return (folder == null ? Path.of(path) : Path.of(folder).resolve(path)).toAbsolutePath();
        }

        private static Path built() throws BenchFailure {
            try (Stream<Path> files = Files.list(DROP_IN)) {
                return files.filter(file -> String.valueOf(file.getFileName())
                                .matches("stoatflow-kafka-streams-[0-9].*(?<!-sources|-tests|-javadoc)\\.jar"))
                        .findFirst()
                        .orElseThrow(JarOptions::notBuilt)
                        .toAbsolutePath();
            } catch (IOException none) {
                throw notBuilt();
            }
        }
    }

    private static BenchFailure notBuilt() {
        return new BenchFailure(
                "the drop-in is not built: ./stoatflow build -pl stoatflow-kafka-streams -am, or --drop-in JAR");
    }
}
