package org.stoatflow.migration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.classgraph.ClassGraph;
import io.github.classgraph.PackageInfo;
import io.github.classgraph.ScanResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class SourcesTest {
    @TempDir
    Path folder;

    @Test
    void shouldMoveKafkaStreamsExamples() throws IOException {
        Map<String, String> before = Sources.examples();
        assertEquals(8, before.size(), () -> "examples: " + before.keySet());

        Map<String, String> after = Migration.of(new MoveToStoatFlow(), Sources.parser(), before);

        assertEquals(before.keySet(), after.keySet());
        after.forEach((path, text) -> assertFalse(
                text.replace("org.apache.kafka.streams.examples", "").contains(StreamsNames.THEIRS),
                () -> path + " still names Kafka Streams:\n" + text));
        assertEquals(List.of(), Sources.compile(after, folder));
    }

    /**
     * Without the move the sources do not compile, so the test above sees whether Kafka Streams is on the class path.
     */
    @Test
    void shouldNotCompileExamplesThatWereNotMoved() throws IOException {
        assertFalse(Sources.compile(Sources.examples(), folder).isEmpty());
    }

    @Test
    void shouldMoveNamesWhereverTheyStand() throws IOException {
        String after = Migration.of(new MoveToStoatFlow(), Sources.parser(), "app/Everywhere.java", EVERYWHERE);

        assertEquals(
                EVERYWHERE
                        .replace(StreamsNames.THEIRS, StreamsNames.OURS)
                        .replace(StreamsNames.OURS + ".mine", StreamsNames.THEIRS + ".mine")
                        .replace("my." + StreamsNames.OURS, "my." + StreamsNames.THEIRS),
                after);
        assertEquals(List.of(), Sources.compile(Map.of("app/Everywhere.java", after), folder));
    }

    @Test
    void shouldMoveKotlin() {
        String after = Migration.of(new MoveToStoatFlow(), Sources.kotlinParser(), "app/Orders.kt", KOTLIN);

        assertEquals(KOTLIN.replace(StreamsNames.THEIRS, StreamsNames.OURS), after);
    }

    @Test
    void shouldKnowEveryPackageOfOurs() {
        try (ScanResult scan =
                new ClassGraph().acceptPackages(StreamsNames.OURS).scan()) {
            Set<String> packages = scan.getPackageInfo().stream()
                    .filter(found -> !found.getClassInfo().isEmpty())
                    .map(PackageInfo::getName)
                    .filter(name -> name.equals(StreamsNames.OURS) || name.startsWith(StreamsNames.OURS + "."))
                    .map(name -> name.substring(StreamsNames.OURS.length()))
                    .collect(Collectors.toSet());
            assertTrue(packages.contains(".kstream"), () -> "packages: " + packages);
            assertEquals(packages, Set.copyOf(StreamsNames.PACKAGES));
        }
    }

    private static final String EVERYWHERE = """
            package app;

            import static org.apache.kafka.streams.StreamsConfig.APPLICATION_ID_CONFIG;

            import java.util.Properties;
            import org.apache.kafka.streams.KafkaStreams;
            import org.apache.kafka.streams.KafkaStreams.State;
            import org.apache.kafka.streams.TopologyTestDriver;
            import org.apache.kafka.streams.kstream.*;
            import org.apache.kafka.streams.processor.api.Processor;
            import org.apache.kafka.streams.test.TestRecord;

            /** See {@link org.apache.kafka.streams.Topology}. */
            public class Everywhere {
                static final String HANDLER = "org.apache.kafka.streams.errors.LogAndContinueExceptionHandler";
                static final String TWO = "a,org.apache.kafka.streams.state.BuiltInDslStoreSuppliers$InMemoryDslStoreSuppliers,b";
                static final String NOT_THEIRS = "org.apache.kafka.streams.mine.Handler my.org.apache.kafka.streams.KafkaStreams";
                org.apache.kafka.streams.Topology topology = new org.apache.kafka.streams.Topology();
                KStream<String, String> stream;
                TestRecord<String, String> record;
                Processor<String, String, String, String> processor;

                State state(Properties settings) {
                    settings.put(APPLICATION_ID_CONFIG, "app");
                    try (TopologyTestDriver driver = new TopologyTestDriver(topology, settings)) {
                        return new KafkaStreams(topology, settings).state();
                    }
                }
            }
            """;

    private static final String KOTLIN = """
            package app

            import org.apache.kafka.streams.KafkaStreams
            import org.apache.kafka.streams.StreamsBuilder
            import org.apache.kafka.streams.StreamsConfig.APPLICATION_ID_CONFIG
            import org.apache.kafka.streams.kstream.KStream
            import org.apache.kafka.streams.kstream.Predicate
            import org.apache.kafka.streams.processor.api.Processor as Step

            const val HANDLER = "org.apache.kafka.streams.errors.LogAndContinueExceptionHandler"

            class Orders {
                fun topology(): org.apache.kafka.streams.Topology {
                    val builder = StreamsBuilder()
                    val orders: KStream<String, String> = builder.stream("orders")
                    orders.filter(Predicate { _, order -> order != APPLICATION_ID_CONFIG }).to("some")
                    return builder.build()
                }

                fun step(): Step<String, String, String, String>? = null

                fun state(streams: KafkaStreams): KafkaStreams.State = streams.state()
            }
            """;
}
