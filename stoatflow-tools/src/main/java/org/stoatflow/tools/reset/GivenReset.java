package org.stoatflow.tools.reset;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.jspecify.annotations.Nullable;
import org.stoatflow.command.Arguments;
import org.stoatflow.runtime.engine.LocalState;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The arguments of {@code ./stoatflow reset}. */
@Command(name = "./stoatflow reset", description = """

                Resets an application, of StoatFlow or of Kafka Streams, so that it processes its input again: deletes its
                local state (--state-dir) and its internal topics, and sets the committed offsets of its input topics.
                Stop all its instances first. Output topics stay as they are. Try with --dry-run before.
                """, footer = """

                Exit status: 0 done, 1 refused or failed, or a topic was not there (the message says which), 2 bad arguments.
                After a failure, run it again: what is done already is skipped.""")
final class GivenReset extends Arguments<ResetOptions> {
    private static final String DEFAULT_BROKERS = "localhost:9092";

    private final Clock clock;

    @Option(names = "--application-id", required = true, paramLabel = "<id>", description = "the application.id")
    private String applicationId = "";

    @Option(
            names = "--bootstrap-server",
            paramLabel = "<host:port,...>",
            description = "the brokers (default: those of --command-config, or " + DEFAULT_BROKERS + ")")
    private @Nullable String brokers;

    @Option(
            names = {"--command-config", "--config-file"},
            paramLabel = "<file>",
            description = "properties of the admin client")
    private @Nullable Path clientFile;

    @Option(
            names = "--input-topics",
            split = ",",
            paramLabel = "<topic>",
            description = "the application's input topics")
    private List<String> inputTopics = List.of();

    @Option(
            names = "--intermediate-topics",
            split = ",",
            paramLabel = "<topic>",
            description = "topics that it both writes and reads, which are read from their end on")
    private List<String> intermediateTopics = List.of();

    @Option(
            names = "--internal-topics",
            split = ",",
            paramLabel = "<topic>",
            description = "the only internal topics to delete (default: those that topology or local state name)")
    private List<String> internalTopics = List.of();

    @Mixin
    private TopologyOptions topology = new TopologyOptions();

    @Mixin
    private TargetOptions target = new TargetOptions();

    @Option(
            names = "--state-dir",
            paramLabel = "<folder>",
            description = "state.dir of the application, on this machine: its state there is deleted")
    private @Nullable Path stateDir;

    @Mixin
    private FlagOptions flags = new FlagOptions();

    GivenReset(Clock clock) {
        this.clock = clock;
    }

    /** A path as the caller of {@code ./stoatflow} means it, whose folder is not the one that we run in. */
    static Path fromCaller(Path path) {
        String folder = System.getenv("STOATFLOW_FROM");
        return folder == null ? path : Path.of(folder).resolve(path);
    }

    @Override
    public ResetOptions call() {
        requireApplication();
        requireApart("--input-topics", inputTopics, "--intermediate-topics", intermediateTopics);
        requireApart("--input-topics", inputTopics, "--internal-topics", internalTopics);
        requireApart("--intermediate-topics", intermediateTopics, "--internal-topics", internalTopics);
        return new ResetOptions(
                applicationId,
                client(),
                new ResetOptions.Named(
                        List.copyOf(inputTopics),
                        List.copyOf(intermediateTopics),
                        List.copyOf(internalTopics),
                        topology.program()),
                target(),
                stateDir == null ? null : fromCaller(stateDir),
                flags.flags());
    }

    private void requireApplication() {
        if (applicationId.isBlank() || !LocalState.isFolderName(applicationId)) {
            throw refusal("--application-id", "an application.id", applicationId);
        }
    }

    private void requireApart(String option, List<String> topics, String other, List<String> others) {
        for (String topic : topics) {
            if (others.contains(topic)) {
                throw refusal(option + " and " + other + " both name topic '" + topic + "'");
            }
        }
    }

    private Target target() {
        List<String> given = target.given();
        if (given.size() > 1) {
            throw refusal(given.get(0) + " and " + given.get(1) + " exclude each other");
        }
        if (!given.isEmpty() && inputTopics.isEmpty()) {
            throw refusal(given.getFirst() + " needs --input-topics");
        }
        try {
            return target.target(clock);
        } catch (IllegalArgumentException refused) {
            throw refusal(String.valueOf(refused.getMessage()));
        }
    }

    private Map<String, Object> client() {
        Map<String, Object> settings = new HashMap<>();
        if (clientFile != null) {
            Properties read = properties(fromCaller(clientFile));
            read.stringPropertyNames().forEach(name -> settings.put(name, read.getProperty(name)));
        }
        if (brokers != null) {
            settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, brokers);
        }
        settings.putIfAbsent(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, DEFAULT_BROKERS);
        return settings;
    }

    private Properties properties(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException failure) {
            throw refusal("--command-config " + file + " cannot be read: " + failure);
        }
        return properties;
    }
}
