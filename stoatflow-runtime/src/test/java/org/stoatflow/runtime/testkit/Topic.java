package org.stoatflow.runtime.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.stoatflow.localkafka.TestCluster;

/** Topics of the shared cluster: creates them, and reads their committed records. */
public final class Topic {
    private static final Duration POLL = Duration.ofMillis(50);

    private Topic() {}

    /**
     * Creates a topic with a name that nobody else uses, and returns the name once each broker serves the partitions
     * that it leads. The metadata names leaders a little earlier. A producer that writes then may have its first batch
     * refused and its second one taken, and is out of sequence for good.
     */
    public static String create(String prefix, int partitions) {
        String name = TestCluster.shared().uniqueName(prefix);
        TestCluster.shared().createTopic(name, partitions);
        awaitServed(name, partitions);
        return name;
    }

    /** Waits until each partition is served. A broker may learn of a topic after the controller has confirmed it. */
    public static void awaitServed(String name, int partitions) {
        Map<TopicPartition, OffsetSpec> asked = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(name, partition))
                .collect(Collectors.toMap(partition -> partition, any -> OffsetSpec.latest()));
        Eventually.await(
                () -> Group.answerUnless(
                                TestCluster.shared().admin().listOffsets(asked).all(),
                                UnknownTopicOrPartitionException.class)
                        .isPresent(),
                () -> name + " is served");
    }

    /**
     * Offsets behind the last record of each partition, committed or not. A reader of committed records that has come
     * so far has seen the outcome of every transaction; the last stable offset may still be behind a commit that has
     * returned.
     */
    public static Map<TopicPartition, Long> ends(List<TopicPartition> partitions) {
        Map<TopicPartition, OffsetSpec> asked =
                partitions.stream().collect(Collectors.toMap(partition -> partition, any -> OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        Group.answer(TestCluster.shared().admin().listOffsets(asked).all())
                .forEach((partition, end) -> ends.put(partition, end.offset()));
        return ends;
    }

    /** Deletes all records, as retention does. */
    public static void deleteAllRecords(String name, int partitions) {
        Map<TopicPartition, RecordsToDelete> ends = new HashMap<>();
        ends(IntStream.range(0, partitions)
                        .mapToObj(partition -> new TopicPartition(name, partition))
                        .toList())
                .forEach((partition, end) -> ends.put(partition, RecordsToDelete.beforeOffset(end)));
        Group.answer(TestCluster.shared().admin().deleteRecords(ends).all());
    }

    /** All committed records there are now, raw; each partition's in order. */
    public static List<ConsumerRecord<byte[], byte[]>> read(String topic) {
        return read(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** All committed records there are now, as strings. */
    public static List<ConsumerRecord<String, String>> readStrings(String topic) {
        return read(topic, new StringDeserializer(), new StringDeserializer());
    }

    /** All committed records there are now; each partition's in order. */
    public static <K, V> List<ConsumerRecord<K, V>> read(String topic, Deserializer<K> keys, Deserializer<V> values) {
        try (KafkaConsumer<K, V> consumer = consumer(keys, values)) {
            List<TopicPartition> partitions = partitions(List.of(topic));
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = ends(partitions);
            List<ConsumerRecord<K, V>> records = new ArrayList<>();
            Eventually.await(
                    () -> {
                        consumer.poll(POLL).forEach(records::add);
                        return partitions.stream().allMatch(p -> consumer.position(p) >= ends.get(p));
                    },
                    () -> "the end of topic " + topic + ", read " + records.size() + " records, ends " + ends);
            return records;
        }
    }

    /** Number of committed records; cheaper than it looks only for small topics. */
    public static int count(String topic) {
        return read(topic).size();
    }

    /** Partitions of the topics. */
    public static List<TopicPartition> partitions(Collection<String> topics) {
        return Group.answer(TestCluster.shared().admin().describeTopics(topics).allTopicNames()).values().stream()
                .flatMap(topic -> topic.partitions().stream()
                        .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                .toList();
    }

    /** A consumer without group that sees what is committed. */
    public static <K, V> KafkaConsumer<K, V> consumer(Deserializer<K> keys, Deserializer<V> values) {
        return new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        TestCluster.shared().bootstrapServers(),
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
                        20, // a close waits for it
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false),
                keys,
                values);
    }
}
