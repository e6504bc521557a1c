package org.stoatflow.runtime.explain;

import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.SourceNode;

/** {@code ./stoatflow explain}: reads the command line and prints the text of {@link Explain}. */
public final class ExplainCommand {
    static final int PRINTED = 0;
    static final int FAILED = 1;
    static final int BAD_ARGUMENTS = 2;

    /**
     * The environment variable with the folder that relative paths start from; without it they start from the working
     * directory.
     */
    private static final String FROM = "STOATFLOW_FROM";

    private static final String NO_ID = "application";
    private static final String NO_CLUSTER = "localhost:9092";

    private final Path from;
    private final PrintStream out;
    private final PrintStream errors;

    ExplainCommand(Path from, PrintStream out, PrintStream errors) {
        this.from = from;
        this.out = out;
        this.errors = errors;
    }

    /** The command; ends the process. */
    @SuppressWarnings("checkstyle:exit") // the command's own process
    public static void main(String[] args) {
        System.exit(run(List.of(args), List.of()));
    }

    /**
     * Runs the command for callers that bring their own topology.
     *
     * @param otherwise arguments to use where {@code arguments} name no topology
     * @return the exit status
     */
    public static int run(List<String> arguments, List<String> otherwise) {
        String from = System.getenv(FROM);
        return new ExplainCommand(Path.of(from == null ? "" : from), System.out, System.err)
                .answer(arguments, otherwise);
    }

    int answer(List<String> arguments, List<String> otherwise) {
        List<String> all = new ArrayList<>(arguments.contains("--topology") ? List.of() : otherwise);
        all.addAll(arguments);
        try {
            ExplainOptions options = ExplainOptions.parse(all);
            if (options.help()) {
                out.print(ExplainOptions.HELP);
            } else {
                explain(options);
            }
            return PRINTED;
        } catch (BadArgument bad) {
            return told(bad.getMessage(), BAD_ARGUMENTS);
        } catch (KafkaException
                | IOException failure) { // the topology or the configuration cannot be used, or nobody answers
            return told(failure.getMessage(), FAILED);
        }
    }

    private int told(@Nullable String message, int status) {
        String sentence = String.valueOf(message);
        boolean ended = sentence.endsWith(".") || sentence.endsWith("?");
        errors.println("stoatflow explain: " + sentence + (ended ? "" : "."));
        return status;
    }

    private void explain(ExplainOptions options) throws BadArgument, IOException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = NamedTopology.loader(options.classpath(), from)) {
            thread.setContextClassLoader(loader); // Kafka's clients look there for classes that a configuration names
            Topology topology = NamedTopology.make(options.requiredTopology(), loader);
            Properties config = config(options.config());
            config.putAll(options.settings());
            boolean asksCluster = config.containsKey(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG);
            config.putIfAbsent(StreamsConfig.APPLICATION_ID_CONFIG, NO_ID);
            config.putIfAbsent(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, NO_CLUSTER);
            StreamsConfig parsed = new StreamsConfig(config);
            Map<String, Integer> known = options.partitions();
            if (asksCluster) {
                out.print(Explain.textByCluster(topology, parsed, known));
            } else {
                requireKnown(TopologyAccess.logical(topology), known);
                out.print(Explain.text(topology, parsed, known));
            }
            hint(config);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Hints at the key's serde, which decides whether a stage runs by key, and which most applications configure. */
    private void hint(Properties config) {
        if (!config.containsKey(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG)) {
            errors.println("stoatflow explain: no " + StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG + " is given. If the"
                    + " application has one, give it (--config FILE, or --set "
                    + StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG + "=CLASS): stages may then run by key that are"
                    + " printed here by partition.");
        }
    }

    private static void requireKnown(LogicalTopology topology, Map<String, Integer> known) throws BadArgument {
        for (SourceNode source : topology.sources()) {
            for (String topic : source.topics()) {
                if (!known.containsKey(topic) && !topology.isRepartition(topic)) {
                    throw new BadArgument("how many partitions has topic " + topic + " (read by " + source.name()
                            + ")? Say --partitions " + topic + "=N, or name the cluster with --set "
                            + StreamsConfig.BOOTSTRAP_SERVERS_CONFIG + "=HOST:PORT");
                }
            }
        }
    }

    private Properties config(@Nullable String file) throws BadArgument {
        Properties config = new Properties();
        if (file != null) {
            try (Reader reader = Files.newBufferedReader(from.resolve(file))) {
                config.load(reader);
            } catch (IOException | IllegalArgumentException unreadable) {
                throw new BadArgument("--config: " + from.resolve(file) + " cannot be read: " + unreadable, unreadable);
            }
        }
        return config;
    }
}
