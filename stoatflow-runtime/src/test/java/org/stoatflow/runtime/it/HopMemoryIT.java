package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Topic;

/**
 * Values are large, and a function behind a hop blocks until no more of them come. The heap holds only a part of the
 * values, so the JVM runs out of memory if a hop has no bound in bytes.
 */
class HopMemoryIT {
    private static final int PARTITIONS = 4;
    private static final int RECORDS = 400;
    private static final int VALUE_LENGTH = 40_000;
    private static final Duration POLL = Duration.ofMillis(50);

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldEndWithTheRightOutputInASmallHeap(String guarantee) throws Exception {
        String in = Topic.create("large", PARTITIONS);
        String out = Topic.create("digests", PARTITIONS);
        Map<String, String> expected = feed(in);
        Path output = folder.resolve("output");
        try (WordCountProcess application = WordCountProcess.start(
                HopMemoryMain.class,
                List.of("-Xmx256m", "-XX:+ExitOnOutOfMemoryError"),
                output,
                TestCluster.shared().bootstrapServers(),
                TestCluster.shared().uniqueName("hop-memory"),
                folder.resolve("state").toString(),
                guarantee,
                in,
                out,
                String.valueOf(RECORDS),
                String.valueOf(RECORDS * VALUE_LENGTH))) {
            application.awaitOutput("state RUNNING");
            Map<String, String> seen = new HashMap<>();
            int[] records = new int[1];
            application.explain(() -> read(out, expected.size(), seen, records));
            assertEquals(expected, seen);
            assertFalse(application.output().contains("OutOfMemory"), application::output);
            if (guarantee.equals("exactly_once_v2")) {
                assertEquals(expected.size(), records[0]);
            }
        }
    }

    private static Map<String, String> feed(String topic) {
        Map<String, String> expected = new HashMap<>();
        try (Feed feed = new Feed()) {
            for (int number = 0; number < RECORDS; number++) {
                String key = String.valueOf(number);
                feed.send(new ProducerRecord<>(topic, number % PARTITIONS, key, ".".repeat(VALUE_LENGTH)));
                for (int part = 0; part < HopMemoryMain.PARTS; part++) {
                    String value = HopMemoryMain.large(key, part);
                    expected.put(HopMemoryMain.keyOf(key, part), HopMemoryMain.summary(value));
                }
            }
            feed.flush();
        }
        return expected;
    }

    private static void read(String topic, int keys, Map<String, String> seen, int[] records) {
        List<TopicPartition> partitions = Topic.partitions(List.of(topic));
        try (KafkaConsumer<String, String> consumer =
                Topic.consumer(new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Eventually.await(
                    () -> {
                        consumer.poll(POLL).forEach(record -> {
                            seen.put(record.key(), record.value());
                            records[0]++;
                        });
                        return seen.size() >= keys;
                    },
                    () -> keys + " keys, seen " + seen.size());
        }
    }
}
