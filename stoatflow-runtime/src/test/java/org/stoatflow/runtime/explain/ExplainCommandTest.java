package org.stoatflow.runtime.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.tools.ToolProvider;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.Stores;

/** The full text of {@code explain}, and the command's messages about bad arguments. */
class ExplainCommandTest {
    private static final String WORDS = ExplainCommandTest.class.getName() + ".words";

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

    // ---- the text

    @Test
    void shouldExplainAWordCount() {
        assertEquals("""
                Topologies:
                   Sub-topology: 0
                    Source: lines (topics: [in])
                      --> split
                    Processor: split (stores: [])
                      --> rekey
                      <-- lines
                    Processor: rekey (stores: [])
                      --> counts-repartition-filter
                      <-- split
                    Processor: counts-repartition-filter (stores: [])
                      --> counts-repartition-sink
                      <-- rekey
                    Sink: counts-repartition-sink (topic: counts-repartition)
                      <-- counts-repartition-filter

                  Sub-topology: 1
                    Source: counts-repartition-source (topics: [counts-repartition])
                      --> KSTREAM-AGGREGATE-0000000003
                    Processor: KSTREAM-AGGREGATE-0000000003 (stores: [counts])
                      --> KTABLE-TOSTREAM-0000000007
                      <-- counts-repartition-source
                    Processor: KTABLE-TOSTREAM-0000000007 (stores: [])
                      --> end
                      <-- KSTREAM-AGGREGATE-0000000003
                    Sink: end (topic: out)
                      <-- KTABLE-TOSTREAM-0000000007

                Application app: 2 stages, 20 lanes, 3 entries, 1 store, 1 hop

                Stage 0
                  affinity    PARTITION: rekey may change keys before the hop counts-repartition
                  partitions  12
                  lanes       12 (0 to 11), one for each virtual partition
                  entry 0     source lines, of topic in

                Stage 1
                  affinity    KEY: operators are the DSL's, and keys stay as they are
                  partitions  12
                  lanes       8 (12 to 19), by the hash of the key bytes
                  entry 1     hop counts-repartition-source, of app-counts-repartition, after entry 0
                  entry 2     flush of the cache of store counts, after entry 1
                  store       counts: timestamped key value, persistent, 12 partitions, cached, changelog app-counts-changelog

                Hop app-counts-repartition
                  way         stage 0 to stage 1
                  partitions  12
                """, Explain.text(words(), config("stoatflow.lanes", "8"), Map.of("in", 12)));
    }

    @Test
    void shouldExplainWhatIsForcedAndWhatHasNoEffect() {
        String text = Explain.text(
                mixed(),
                config(
                        "stoatflow.affinity.mine", "KEY",
                        "stoatflow.lanes", "8",
                        "stoatflow.lanes.mine", "64",
                        "stoatflow.lanes.left", "9"),
                Map.of("left", 4, "right", 3, "alone", 2));

        assertEquals("""
                Application app: 3 stages, 76 lanes, 4 entries, 1 store, 1 hop

                Stage 0
                  affinity    PARTITION: rekey may change keys before the hop spread-repartition
                  partitions  4
                  lanes       4 (0 to 3), one for each virtual partition
                  entry 0     source left, of topic left
                  entry 1     source right, of topic right

                Stage 1
                  affinity    KEY: operators are the DSL's, and keys stay as they are
                  partitions  6
                  lanes       8 (4 to 11), by the hash of the key bytes
                  entry 2     hop spread-repartition-source, of app-spread-repartition, after entries 0, 1

                Stage 2
                  affinity    KEY: forced by configuration stoatflow.affinity.mine; else PARTITION, because mine is the user's own processor, not declared to be key-local
                  partitions  2
                  lanes       64 (12 to 75), by the hash of the key bytes; they compare them with those that stores write
                  entry 3     source alone, of topic alone
                  store       seen: key value, in memory, 2 partitions, not cached, not logged

                Hop app-spread-repartition
                  way         stage 0 to stage 1
                  partitions  6

                Warning: stoatflow.lanes.left has no effect: stage 0 runs by partition, on one lane for each virtual partition

                In timestamp order, partition by partition: left, right (they feed one stage)
                """, text.substring(text.indexOf("Application app")));
    }

    // ---- the command

    @Test
    void shouldPrintTheNamedTopology() {
        assertEquals(
                ExplainCommand.PRINTED,
                answer(
                        "--topology", WORDS,
                        "--partitions", "in=12",
                        "--set", "application.id=app",
                        "--set", "default.key.serde=" + Serdes.StringSerde.class.getName(),
                        "--set", "stoatflow.lanes=8"));
        assertEquals(
                Explain.text(words(), config("stoatflow.lanes", "8"), Map.of("in", 12)),
                out.toString(StandardCharsets.UTF_8));
        assertEquals("", errors.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldSayThatItKnowsNoSerdeOfTheApplication() {
        assertEquals(ExplainCommand.PRINTED, answer("--topology", WORDS, "--partitions", "in=12"));
        assertTrue(
                errors.toString(StandardCharsets.UTF_8)
                        .startsWith("stoatflow explain: no default.key.serde is given. "),
                errors.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldReadAConfigurationFile() throws IOException {
        Files.writeString(folder.resolve("app.properties"), "application.id=from-file\nstoatflow.affinity=PARTITION\n");
        assertEquals(
                ExplainCommand.PRINTED,
                answer("--topology", WORDS, "--partitions", "in=12", "--config", "app.properties"));
        assertTrue(
                out.toString(StandardCharsets.UTF_8).contains("changelog from-file-counts-changelog"),
                out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldTakeTheDefaultOnlyWhereNoTopologyIsNamed() {
        List<String> otherwise = List.of("--topology", WORDS, "--partitions", "in=3");
        ExplainCommand command = command();
        assertEquals(ExplainCommand.PRINTED, command.answer(List.of(), otherwise));
        assertTrue(
                out.toString(StandardCharsets.UTF_8).contains("partitions  3"), out.toString(StandardCharsets.UTF_8));
        assertEquals(ExplainCommand.BAD_ARGUMENTS, command.answer(List.of("--topology", WORDS), otherwise));
    }

    @Test
    void shouldFindClassesOnTheGivenClassPath() throws IOException {
        String source = """
                package given;
                public class App {
                    static Object topology() {
                        var builder = new org.stoatflow.streams.StreamsBuilder();
                        builder.stream("there").to("elsewhere");
                        return builder;
                    }
                }
                """;
        compile("given/App.java", source);

        assertEquals(
                ExplainCommand.PRINTED,
                answer("--classpath", "classes", "--topology", "given.App.topology", "--partitions", "there=2"));
        assertTrue(
                out.toString(StandardCharsets.UTF_8).contains("of topic there"), out.toString(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"declared", "called", "given"})
    void shouldSayHowToExplainWhatIsCompiledAgainstKafkaStreams(String method) throws IOException {
        compile("org/apache/kafka/streams/NotHere.java", "package org.apache.kafka.streams; public class NotHere {}");
        compile("given/Theirs.java", """
                package given;
                public class Theirs {
                    static org.apache.kafka.streams.NotHere declared() {
                        return null;
                    }
                }
                """);
        compile("given/Later.java", """
                package given;
                public class Later {
                    static Object called() {
                        return new org.apache.kafka.streams.NotHere();
                    }

                    static Object given() {
                        return new org.apache.kafka.streams.Topology();
                    }
                }
                """);
        Files.delete(folder.resolve("classes/org/apache/kafka/streams/NotHere.class"));
        String name = method.equals("declared") ? "given.Theirs" : "given.Later." + method;
        String topology = method.equals("declared") ? "given.Theirs.declared" : name;

        assertEquals(ExplainCommand.BAD_ARGUMENTS, answer("--classpath", "classes", "--topology", topology), topology);
        assertEquals(
                "stoatflow explain: --topology: " + name + " is compiled against org.apache.kafka.streams.*, which is"
                        + " not what this command has: say ./stoatflow explain-drop-in with the same arguments, or run"
                        + " org.stoatflow.runtime.explain.ExplainCommand with the application's own class path, with"
                        + " stoatflow-kafka-streams in place of kafka-streams.\n",
                errors.toString(StandardCharsets.UTF_8));
    }

    /** Compiles a class into the folder {@code classes}. */
    private void compile(String name, String source) throws IOException {
        Path file = folder.resolve("src").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, source);
        Path classes = Files.createDirectories(folder.resolve("classes"));
        String classPath = classes + File.pathSeparator + System.getProperty("java.class.path");
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-cp", classPath, "-d", classes.toString(), file.toString());
        assertEquals(0, compiled);
    }

    @Test
    void shouldPrintHelp() {
        assertEquals(ExplainCommand.PRINTED, answer("--help"));
        assertEquals(ExplainOptions.HELP, out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldRefuseBadArgumentsWithOneSentence() {
        requireRefused("there is no option '--topologie'; --help lists them.", "--topologie", "x");
        requireRefused("--topology is missing: which static method makes the topology?");
        requireRefused("--topology needs a value after it.", "--topology");
        requireRefused("--topology must be CLASS.METHOD, not 'words'.", "--topology", "words");
        requireRefused(
                "--topology: there is no class no.Such on the class path; --classpath adds to it.",
                "--topology",
                "no.Such.topology");
        requireRefused(
                "--topology: class " + ExplainCommandTest.class.getName() + " has no method nothing().",
                "--topology",
                ExplainCommandTest.class.getName() + ".nothing");
        requireRefused(
                "--topology: " + ExplainCommandTest.class.getName() + ".notOne gives a java.lang.String, not an"
                        + " org.stoatflow.streams.Topology or StreamsBuilder.",
                "--topology",
                ExplainCommandTest.class.getName() + ".notOne");
        requireRefused(
                "--topology: " + ExplainCommandTest.class.getName()
                        + ".failing failed: java.lang.IllegalStateException: no.",
                "--topology",
                ExplainCommandTest.class.getName() + ".failing");
        requireRefused(
                "how many partitions has topic in (read by lines)? Say --partitions in=N, or name the cluster with"
                        + " --set bootstrap.servers=HOST:PORT.",
                "--topology",
                WORDS);
        requireRefused("--partitions must be NAME=VALUE, not 'in'.", "--topology", WORDS, "--partitions", "in");
        requireRefused(
                "--partitions: a number of partitions must be a whole number above 0, not 'many'.",
                "--topology",
                WORDS,
                "--partitions",
                "in=many");
        requireRefused(
                "--classpath: there is no " + folder.resolve("nowhere") + ".",
                "--topology",
                WORDS,
                "--classpath",
                "nowhere");
    }

    @Test
    void shouldTellWhatCannotBePlanned() {
        assertEquals(
                ExplainCommand.FAILED,
                answer("--topology", WORDS, "--partitions", "in=12", "--set", "stoatflow.affinity.line=KEY"));
        assertTrue(
                errors.toString(StandardCharsets.UTF_8)
                        .startsWith("stoatflow explain: Configuration key 'stoatflow.affinity.line' names no source or"
                                + " processor of the topology. There are "),
                errors.toString(StandardCharsets.UTF_8));
        assertEquals(1, errors.toString(StandardCharsets.UTF_8).lines().count());
    }

    private void requireRefused(String sentence, String... arguments) {
        errors.reset();
        assertEquals(ExplainCommand.BAD_ARGUMENTS, answer(arguments), sentence);
        assertEquals("stoatflow explain: " + sentence + "\n", errors.toString(StandardCharsets.UTF_8));
        assertEquals("", out.toString(StandardCharsets.UTF_8));
    }

    private int answer(String... arguments) {
        return command().answer(List.of(arguments), List.of());
    }

    private ExplainCommand command() {
        return new ExplainCommand(
                folder,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(errors, true, StandardCharsets.UTF_8));
    }

    static String notOne() {
        return "no topology";
    }

    static Topology failing() {
        throw new IllegalStateException("no");
    }

    /** Two sources in order, a hop by bytes, and a processor of the user's with a store. */
    static Topology mixed() {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> rekeyed = builder.<String, String>stream("left", Consumed.as("left"))
                .merge(builder.stream("right", Consumed.as("right")), Named.as("both"))
                .selectKey((key, value) -> value, Named.as("rekey"));
        rekeyed.repartition(Repartitioned.<String, String>as("spread").withNumberOfPartitions(6))
                .to("out", Produced.as("end"));
        rekeyed.foreach((key, value) -> {}, Named.as("look"));
        builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("seen"), Serdes.String(), Serdes.String())
                        .withLoggingDisabled());
        builder.<String, String>stream("alone", Consumed.as("alone"))
                .process(Keeping::new, Named.as("mine"), "seen")
                .to("out", Produced.as("last"));
        return builder.build();
    }

    private static final class Keeping extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            context().forward(record);
        }
    }

    private static StreamsConfig config(String... settings) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        for (int i = 0; i < settings.length; i += 2) {
            config.put(settings[i], settings[i + 1]);
        }
        return new StreamsConfig(config);
    }

    static Topology words() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in", Consumed.as("lines"))
                .flatMapValues(line -> List.of(line.split(" ")), Named.as("split"))
                .selectKey((key, word) -> word, Named.as("rekey"))
                .groupByKey(Grouped.as("counts"))
                .count(Materialized.as("counts"))
                .toStream()
                .to("out", Produced.<String, Long>as("end"));
        return builder.build();
    }
}
