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

/** Large values and a slow function behind a hop, in a heap that holds a part of them. */
class HopMemoryIT {
    private static final int PARTITIONS = 4;
    private static final int RECORDS = 1_000;
    private static final int VALUE_LENGTH = 100_000;
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
                out)) {
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
                String value = (number + " ").repeat(VALUE_LENGTH / (key.length() + 1));
                feed.send(new ProducerRecord<>(topic, number % PARTITIONS, key, value));
                expected.put("buyer-" + key, HopMemoryMain.summary(value));
                expected.put("seller-" + key, HopMemoryMain.summary(value));
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
