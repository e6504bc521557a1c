package org.stoatflow.runtime.it;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Topic;

/** Follows a topic of counts as they are committed. */
final class CountsTail implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(20);

    private final KafkaConsumer<String, Long> consumer;
    private final List<TopicPartition> partitions;
    private final List<ConsumerRecord<String, Long>> seen = new ArrayList<>();

    CountsTail(String topic) {
        consumer = Topic.consumer(new StringDeserializer(), new LongDeserializer());
        partitions = Topic.partitions(List.of(topic));
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** Waits until at least so many counts are seen in all. */
    void awaitAtLeast(long counts, Supplier<String> otherwise) {
        Eventually.await(
                () -> {
                    read(counts);
                    return seen.size() >= counts;
                },
                () -> counts + " counts, seen " + seen.size() + ". " + otherwise.get());
    }

    /** Reads on while there is more, as a pause for each few records would take longer than they do. */
    private void read(long counts) {
        ConsumerRecords<String, Long> some;
        do {
            some = consumer.poll(POLL);
            some.forEach(seen::add);
        } while (!some.isEmpty() && seen.size() < counts);
    }

    /** Reads what is committed by now. */
    void catchUp() {
        Map<TopicPartition, Long> ends = Topic.ends(partitions);
        Eventually.await(
                () -> {
                    read(Long.MAX_VALUE);
                    return partitions.stream().allMatch(p -> consumer.position(p) >= ends.get(p));
                },
                () -> "the end of the counts " + ends);
    }

    List<ConsumerRecord<String, Long>> seen() {
        return seen;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
