package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.GlobalKTable;

/**
 * An interceptor makes the records of each poll anew: without the offsets at which the consumer goes on, in another
 * order, and without some of them. All of this application's consumers have it.
 */
class RebuiltRecordsIT {
    private static final int PARTITIONS = 2;
    private static final int RECORDS = 300;
    private static final String DROPPED = "dropped";

    @TempDir
    Path folder;

    /** As the class says. */
    public static final class Rebuilding implements ConsumerInterceptor<byte[], byte[]> {
        @Override
        public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> polled) {
            Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> rebuilt = new HashMap<>();
            for (TopicPartition partition : polled.partitions()) {
                List<ConsumerRecord<byte[], byte[]>> kept = new ArrayList<>(polled.records(partition));
                kept.removeIf(record -> isDropped(record.value()));
                Collections.reverse(kept);
                if (!kept.isEmpty()) {
                    rebuilt.put(partition, kept);
                }
            }
            return new ConsumerRecords<>(rebuilt, Map.of());
        }

        private static boolean isDropped(byte[] value) {
            return value != null && new String(value, StandardCharsets.UTF_8).equals(DROPPED);
        }

        @Override
        public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

        @Override
        public void close() {}

        @Override
        public void configure(Map<String, ?> config) {}
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldCommitUpToTheEndsOfTheSourcesAndRestoreUpToThoseOfTheChangelogs(String guarantee) {
        String application = TestCluster.shared().uniqueName("rebuilt");
        String in = Topic.create("in", PARTITIONS);
        String names = Topic.create("names", 1);
        String out = Topic.create("out", PARTITIONS);
        Map<String, Integer> counts = feed(in, names);
        try (OurApp app = OurApp.running(topology(in, names, out), config(application, "first", guarantee))) {
            awaitAll(application, in, app);
            app.closeAndLeave(); // the next folder makes another member, which would wait for this one's session
        }
        assertEquals(counts, highest(out));
        int put = Topic.count(out);

        try (OurApp app = OurApp.running(topology(in, names, out), config(application, "second", guarantee))) {
            awaitAll(application, in, app);
        }
        assertEquals(put, Topic.count(out), "nothing is put out again");

        counts.merge("key-0", 1, Integer::sum);
        try (Feed feed = new Feed()) {
            feed.send(in, "key-0", "once more");
        }
        try (OurApp app = OurApp.running(topology(in, names, out), config(application, "second", guarantee))) {
            awaitAll(application, in, app);
        }
        assertEquals(counts, highest(out));
        assertEquals(put + 1, Topic.count(out));
    }

    private static void awaitAll(String application, String in, OurApp app) {
        Group.awaitAllCommitted(application, List.of(in));
        assertEquals(List.of(), app.errors());
    }

    /** The last records of a partition are dropped ones. */
    private static Map<String, Integer> feed(String in, String names) {
        Map<String, Integer> counts = new HashMap<>();
        try (Feed feed = new Feed()) {
            for (int i = 0; i < 10; i++) {
                feed.send(names, "key-" + i, DROPPED);
                feed.send(names, "key-" + i, "name-" + i);
            }
            feed.send(names, "key-0", DROPPED);
            for (int i = 0; i < RECORDS; i++) {
                feed.send(in, "key-" + i % 10, "value-" + i);
                counts.merge("key-" + i % 10, 1, Integer::sum);
            }
            for (int i = 0; i < 10; i++) {
                feed.send(in, "key-" + i, DROPPED);
            }
        }
        return counts;
    }

    private static Topology topology(String in, String names, String out) {
        StreamsBuilder builder = new StreamsBuilder();
        GlobalKTable<String, String> known = builder.globalTable(names);
        builder.<String, String>stream(in)
                .join(known, (key, value) -> key, (value, name) -> name)
                .groupByKey()
                .count()
                .toStream()
                .mapValues(count -> Long.toString(count))
                .to(out);
        return builder.build();
    }

    private static Map<String, Integer> highest(String out) {
        Map<String, Integer> highest = new HashMap<>();
        Topic.readStrings(out)
                .forEach(record -> highest.merge(record.key(), Integer.parseInt(record.value()), Math::max));
        return highest;
    }

    private Properties config(String application, String state, String guarantee) {
        Properties config = OurApp.config(application, folder.resolve(state), guarantee);
        config.put("stoatflow.commit.interval.max.ms", 50);
        config.put(StreamsConfig.consumerPrefix(ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG), Rebuilding.class.getName());
        return config;
    }
}
