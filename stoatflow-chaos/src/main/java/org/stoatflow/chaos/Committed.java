package org.stoatflow.chaos;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Reads the topics' committed records and the group's committed offsets. Every request has a bound. One thread at a
 * time.
 */
final class Committed {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final String bootstrapServers;
    private final Admin admin;

    Committed(String bootstrapServers, Admin admin) {
        this.bootstrapServers = bootstrapServers;
        this.admin = admin;
    }

    /** A {@code read_committed} consumer without a group, at the beginning of these topics. */
    KafkaConsumer<String, String> reader(Collection<String> topics) {
        KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                        10_000,
                        ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                        5_000,
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false),
                new StringDeserializer(),
                new StringDeserializer());
        List<TopicPartition> partitions = partitions(topics);
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        return consumer;
    }

    /** Gives every committed record of a topic to {@code each}, in the order of its partition. */
    void readAll(String topic, Consumer<ConsumerRecord<String, String>> each) {
        Map<TopicPartition, Long> ends = ends(topic);
        try (KafkaConsumer<String, String> consumer = reader(List.of(topic))) {
            long progressNs = System.nanoTime();
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                ConsumerRecords<String, String> records = consumer.poll(POLL);
                records.forEach(each);
                if (!records.isEmpty()) {
                    progressNs = System.nanoTime();
                } else if (System.nanoTime() - progressNs > LIMIT.toNanos()) {
                    throw new ChaosFailure("topic " + topic + " gives no records for " + LIMIT.toSeconds()
                            + " s before its ends " + ends);
                }
            }
        }
    }

    /** How many records of the input the application has not committed. */
    long waiting() {
        Map<TopicPartition, Long> committed = offsets(Names.APPLICATION);
        return Stream.of(Names.EVENTS, Names.CUT)
                .flatMap(topic -> ends(topic).entrySet().stream())
                .mapToLong(end -> Math.max(0, end.getValue() - committed.getOrDefault(end.getKey(), 0L)))
                .sum();
    }

    /** The offsets that the application has committed. */
    Map<TopicPartition, Long> offsets(String application) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        answer(admin.listConsumerGroupOffsets(application).partitionsToOffsetAndMetadata(), "the application's offsets")
                .forEach((partition, position) -> offsets.put(partition, position.offset()));
        return offsets;
    }

    /** The topics of which a member of the group has partitions. */
    Set<String> owned(String group) {
        return answer(admin.describeConsumerGroups(List.of(group)).all(), "the members of the group").values().stream()
                .flatMap(described -> described.members().stream())
                .flatMap(member -> member.assignment().topicPartitions().stream())
                .map(TopicPartition::topic)
                .collect(Collectors.toSet());
    }

    /** Deletes a topic. */
    void delete(String topic) {
        answer(admin.deleteTopics(List.of(topic)).all(), "that topic " + topic + " is deleted");
    }

    /** Where the topic's partitions end. */
    Map<TopicPartition, Long> ends(String topic) {
        Map<TopicPartition, OffsetSpec> asked = partitions(List.of(topic)).stream()
                .collect(Collectors.toMap(partition -> partition, any -> OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        answer(admin.listOffsets(asked).all(), "the ends of topic " + topic)
                .forEach((partition, end) -> ends.put(partition, end.offset()));
        return ends;
    }

    private List<TopicPartition> partitions(Collection<String> topics) {
        return answer(admin.describeTopics(topics).allTopicNames(), "the partitions of " + topics).values().stream()
                .flatMap(topic -> topic.partitions().stream()
                        .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                .toList();
    }

    private static <T> T answer(KafkaFuture<T> asked, String what) {
        try {
            return asked.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException failure) {
            throw new ChaosFailure("the cluster does not tell " + what + ": " + failure, failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ChaosFailure("interrupted while asking for " + what, interrupted);
        }
    }
}
