package org.stoatflow.examples.demo;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** A {@code read_committed} consumer of all counts in a topic, from the first. One thread at a time. */
final class CountsConsumer implements AutoCloseable {
    private final KafkaConsumer<String, Long> consumer;

    CountsConsumer(String bootstrapServers, String topic) {
        consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false),
                new StringDeserializer(),
                new LongDeserializer());
        List<TopicPartition> partitions = DemoTopics.partitions(topic);
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    ConsumerRecords<String, Long> poll(Duration limit) {
        return consumer.poll(limit);
    }

    /** Whether every record before these offsets was polled. */
    boolean hasReached(Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    /** The partitions in which records before these offsets were not polled, each with its offset so far. */
    String missing(Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream()
                .filter(end -> consumer.position(end.getKey()) < end.getValue())
                .map(end -> end.getKey() + " at " + consumer.position(end.getKey()) + " of " + end.getValue())
                .toList()
                .toString();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
