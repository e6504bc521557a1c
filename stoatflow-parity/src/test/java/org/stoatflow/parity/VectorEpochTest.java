package org.stoatflow.parity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.stoatflow.parity.program.VectorRuns;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.test.TestRecord;
import org.stoatflow.testing.LaneTestDriver;

/**
 * Where all input of a file of vectors is in one epoch, each key of a changelog is written once: with the last record
 * that Kafka Streams writes of it. Of a versioned store, each version is written. Under exactly-once, where buffers
 * let go of what is due without waiting for the end of the epoch.
 */
class VectorEpochTest {
    static Set<String> kinds() {
        return new VectorRuns().kinds();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldWriteTheLastOfEachKeyOnce(String kind) {
        List<VectorLine> file = VectorFile.of(kind).records();
        Map<String, String> expected = VectorFile.lastOfEachKey(
                file.stream().filter(line -> line.kind().equals(VectorLine.LOG)).toList());
        Map<String, String> ours = VectorFile.allOfEachKey(loggedInOneEpoch(kind, file));
        assertEquals(String.join("", expected.values()), String.join("", ours.values()));
    }

    private static List<VectorLine> loggedInOneEpoch(String kind, List<VectorLine> file) {
        Properties config = VectorRuns.config(kind);
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        try (LaneTestDriver driver = LaneTestDriver.of(VectorRuns.topology(kind, name -> name))
                .config(config)
                .commitInterval(Duration.ofDays(1))
                .build()) {
            for (VectorLine line : file) {
                if (line.isInput()) {
                    driver.createInputTopic(line.topic(), new ByteArraySerializer(), new ByteArraySerializer())
                            .pipeInput(new TestRecord<>(line.key(), line.value(), line.headers(), line.timestamp()));
                }
            }
            assertEquals(Set.of(), changelogs(driver));
            driver.commit();
            return changelogs(driver).stream()
                    .flatMap(topic -> driver
                            .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                            .readRecordsToList()
                            .stream()
                            .map(record -> new VectorLine(
                                    VectorLine.LOG,
                                    topic,
                                    record.key(),
                                    record.value(),
                                    record.timestamp(),
                                    record.headers())))
                    .toList();
        }
    }

    private static Set<String> changelogs(LaneTestDriver driver) {
        Set<String> topics = new TreeSet<>(driver.producedTopicNames());
        topics.removeIf(topic -> !topic.endsWith("-changelog"));
        return topics;
    }
}
