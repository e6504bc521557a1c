package org.stoatflow.runtime.explain;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.KafkaException;
import org.stoatflow.runtime.program.BadArgument;
import org.stoatflow.runtime.program.NamedProgram;
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

    private static final String NO_ID = "application";
    private static final String NO_CLUSTER = "localhost:9092";

    private final NamedProgram command;
    private final PrintStream out;
    private final PrintStream errors;

    ExplainCommand(Path from, PrintStream out, PrintStream errors) {
        this.command = new NamedProgram("explain", ExplainCommand.class, from);
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
        return new ExplainCommand(NamedProgram.callersFolder(), System.out, System.err).answer(arguments, otherwise);
    }

    int answer(List<String> arguments, List<String> otherwise) {
        List<String> all = new ArrayList<>(arguments.contains("--topology") ? List.of() : otherwise);
        all.addAll(arguments);
        try {
            ExplainOptions options = ExplainOptions.parse(all);
            if (options.help()) {
                out.print(ExplainOptions.HELP);
            } else {
                command.use(options.program(), (topology, config) -> explain(topology, config, options.partitions()));
            }
            return PRINTED;
        } catch (BadArgument bad) {
            return command.tell(errors, bad.getMessage(), BAD_ARGUMENTS);
        } catch (KafkaException
                | IOException failure) { // the topology or the configuration cannot be used, or nobody answers
            return command.tell(errors, failure.getMessage(), FAILED);
        }
    }

    private void explain(Topology topology, Properties config, Map<String, Integer> known) throws BadArgument {
        boolean asksCluster = config.containsKey(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG);
        config.putIfAbsent(StreamsConfig.APPLICATION_ID_CONFIG, NO_ID);
        config.putIfAbsent(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, NO_CLUSTER);
        StreamsConfig parsed = new StreamsConfig(config);
        if (asksCluster) {
            out.print(Explain.textByCluster(topology, parsed, known));
        } else {
            requireKnown(TopologyAccess.logical(topology), known);
            out.print(Explain.text(topology, parsed, known));
        }
        hint(config);
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
}
