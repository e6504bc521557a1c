package org.stoatflow.tools.reset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.LocalKafka;
import org.stoatflow.localkafka.LocalKafkaOptions;
import org.stoatflow.localkafka.Patience;
import org.stoatflow.runtime.takeover.TakeoverCheck;
import org.stoatflow.streams.StreamsConfig;
import picocli.CommandLine;

/** The list of rights that we ask of a broker is what its authorizer is asked, by engine, check and reset. */
class BrokerRightsIT {
    private static final Path PAGE = Path.of(System.getProperty("maven.multiModuleProjectDirectory", ".."))
            .resolve("docs/BROKER-RIGHTS.md");
    private static final Pattern ROW = Pattern.compile("\\* ([a-z ]+) `([A-Z_]+)` \\(([a-z, -]+)\\): .*");
    private static final String ALL = "engine, takeover-check, reset";
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String APPLICATION = "rights";
    private static final Map<String, String> TOPICS = Map.of(
            "rights-input", "sources",
            "rights-counts", "sinks",
            "rights-windows", "sinks",
            "rights-counts-changelog", "changelogs",
            "rights-windows-changelog", "changelogs",
            "rights-windows-repartition", "topics of hops");

    @TempDir
    Path folder;

    @Test
    void shouldAskForTheRightsOfThePage() throws Exception {
        Path recorded = folder.resolve("recorded");
        Set<String> asked = new TreeSet<>();
        try (LocalKafka kafka = LocalKafka.start(LocalKafkaOptions.quick()
                .withStartTimeout(Duration.ofMinutes(3))
                .withBrokerProperties(Map.of(
                        "authorizer.class.name",
                        RecordingAuthorizer.class.getName(),
                        RecordingAuthorizer.FILE,
                        recorded.toString())))) {
            List.of("rights-input", "rights-counts", "rights-windows", "rights-windows-repartition")
                    .forEach(topic -> kafka.createTopic(topic, 1));
            write(kafka, "rights-windows-repartition");
            run(kafka, folder.resolve("first"), StreamsConfig.EXACTLY_ONCE_V2);
            run(kafka, folder.resolve("second"), StreamsConfig.EXACTLY_ONCE_V2); // restores
            write(kafka, "rights-windows-repartition");
            addTo(asked, "engine", recorded);
            check(kafka, StreamsConfig.EXACTLY_ONCE_V2);
            addTo(asked, "takeover-check", recorded);
            reset(kafka, folder.resolve("second"));
            addTo(asked, "reset", recorded);
        }
        assertEquals(String.join("\n", onPage()), String.join("\n", asked));
    }

    /** The list of Kafka Streams' security page, and nothing else. What may not be read is taken to be the worst. */
    @Test
    void shouldDoWithTheRightsThatKafkaStreamsAsksFor() throws Exception {
        try (LocalKafka kafka = LocalKafka.start(LocalKafkaOptions.quick()
                .withStartTimeout(Duration.ofMinutes(3))
                .withBrokerProperties(Map.of(
                        "authorizer.class.name",
                        ClientsAuthorizer.class.getName(),
                        "super.users",
                        "User:ANONYMOUS")))) {
            kafka.admin().createAcls(documented()).all().get(1, TimeUnit.MINUTES);
            List.of("rights-input", "rights-counts", "rights-windows").forEach(topic -> kafka.createTopic(topic, 1));
            for (String guarantee : List.of(StreamsConfig.AT_LEAST_ONCE, StreamsConfig.EXACTLY_ONCE_V2)) {
                kafka.createTopic("rights-windows-repartition", 1);
                write(kafka, "rights-windows-repartition");
                run(kafka, folder.resolve("first-" + guarantee), guarantee);
                run(kafka, folder.resolve("second-" + guarantee), guarantee);
                check(kafka, guarantee);
                reset(kafka, folder.resolve("second-" + guarantee));
            }
        }
    }

    private static List<AclBinding> documented() {
        List<AclBinding> rights = new ArrayList<>();
        rights.addAll(rights(ResourceType.TOPIC, "rights-input", AclOperation.READ));
        rights.addAll(rights(ResourceType.TOPIC, "rights-counts", AclOperation.WRITE));
        rights.addAll(rights(ResourceType.TOPIC, "rights-windows", AclOperation.WRITE));
        TOPICS.forEach((topic, kind) -> {
            if (kind.equals("changelogs") || kind.equals("topics of hops")) {
                rights.addAll(rights(
                        ResourceType.TOPIC,
                        topic,
                        AclOperation.READ,
                        AclOperation.DELETE,
                        AclOperation.WRITE,
                        AclOperation.CREATE));
            }
        });
        rights.addAll(rights(ResourceType.GROUP, APPLICATION, AclOperation.READ, AclOperation.DESCRIBE));
        List.of("0", "1")
                .forEach(id -> rights.addAll(rights(
                        ResourceType.TRANSACTIONAL_ID,
                        APPLICATION + "-stoatflow-" + id,
                        AclOperation.WRITE,
                        AclOperation.DESCRIBE)));
        return rights;
    }

    private static List<AclBinding> rights(ResourceType type, String name, AclOperation... operations) {
        return Stream.of(operations)
                .map(operation -> new AclBinding(
                        new ResourcePattern(type, name, PatternType.LITERAL),
                        new AccessControlEntry(
                                "User:" + ClientsAuthorizer.USER, "*", operation, AclPermissionType.ALLOW)))
                .toList();
    }

    private void check(LocalKafka kafka, String guarantee) {
        TakeoverCheck.of(
                OurProgram.topology("rights-input", "rights-counts", "rights-windows"),
                new StreamsConfig(settings(kafka, "rights-check", folder, guarantee)));
    }

    private void run(LocalKafka kafka, Path state, String guarantee) throws Exception {
        TopicPartition output = new TopicPartition("rights-counts", 0);
        long before = end(kafka, output, OffsetSpec.latest());
        write(kafka, "rights-input");
        try (OurProgram ours = new OurProgram(
                "rights-input",
                "rights-counts",
                "rights-windows",
                settings(kafka, "rights-engine", state, guarantee))) {
            awaitBehind(kafka, output, OffsetSpec.latest(), before);
            awaitBehind(kafka, new TopicPartition("rights-windows-repartition", 0), OffsetSpec.earliest(), 0);
        }
    }

    private static void awaitBehind(LocalKafka kafka, TopicPartition partition, OffsetSpec which, long before)
            throws Exception {
        long beginNs = System.nanoTime();
        while (end(kafka, partition, which) <= before) {
            assertFalse(Patience.isOver(beginNs, LIMIT), partition + " is not behind " + before + " after " + LIMIT);
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private static long end(LocalKafka kafka, TopicPartition partition, OffsetSpec which) throws Exception {
        return kafka.admin()
                .listOffsets(Map.of(partition, which))
                .partitionResult(partition)
                .get(1, TimeUnit.MINUTES)
                .offset();
    }

    private void reset(LocalKafka kafka, Path state) throws IOException {
        Path config = Files.writeString(folder.resolve("reset.properties"), "client.id=rights-reset\n");
        String line = "--application-id " + APPLICATION + " --bootstrap-server " + kafka.bootstrapServers()
                + " --input-topics rights-input --config-file " + config + " --state-dir " + state;
        CommandLine commandLine = new GivenReset(Clock.systemUTC()).commandLine();
        assertTrue(commandLine.execute(line.split(" ")) == 0, line);
        ResetOptions options = commandLine.getExecutionResult();
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        assertEquals(Reset.DONE, new Reset(options, out, out, LIMIT, LIMIT, question -> true).run());
    }

    private static void write(LocalKafka kafka, String topic) throws Exception {
        Map<String, Object> settings = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                kafka.bootstrapServers(),
                ProducerConfig.CLIENT_ID_CONFIG,
                "feeder");
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(topic, "key", "word")).get(1, TimeUnit.MINUTES);
        }
    }

    private static Properties settings(LocalKafka kafka, String clientId, Path state, String guarantee) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, APPLICATION);
        settings.put(StreamsConfig.CLIENT_ID_CONFIG, clientId);
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
        settings.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
        settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee);
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        return settings;
    }

    /** What clients of ours were asked so far, but what is known already, as lines of the page. */
    private static void addTo(Set<String> asked, String who, Path recorded) throws IOException {
        String prefix = "rights-" + (who.equals("takeover-check") ? "check" : who);
        for (String line : Files.readAllLines(recorded)) {
            String[] parts = line.split(" ", 4);
            if (parts[0].startsWith(prefix) && !isOfBrokers(parts[1], parts[3])) {
                asked.add(who + " | " + resource(parts[2], parts[3]) + " | " + parts[1]);
            }
        }
    }

    /** Asked where all topics are listed, and where a broker forwards a request: neither needs a right of ours. */
    private static boolean isOfBrokers(String operation, String name) {
        return operation.equals("CLUSTER_ACTION") || name.startsWith("__");
    }

    private static String resource(String type, String name) {
        return switch (type) {
            case "TOPIC" -> TOPICS.getOrDefault(name, "topic " + name);
            case "GROUP" -> name.equals(APPLICATION) ? "group" : "group " + name;
            case "TRANSACTIONAL_ID" -> name.startsWith(APPLICATION) ? "transactional ids" : "transactional id " + name;
            case "CLUSTER" -> "cluster";
            default -> type + " " + name;
        };
    }

    private static Set<String> onPage() throws IOException {
        Set<String> rows = new TreeSet<>();
        for (String line : Files.readAllLines(PAGE)) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                String asking = row.group(3).equals("all") ? ALL : row.group(3);
                for (String who : asking.split(", ")) {
                    rows.add(who + " | " + row.group(1) + " | " + row.group(2));
                }
            }
        }
        return rows;
    }
}
