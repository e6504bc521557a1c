package org.stoatflow.runtime.lane;

import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.stoatflow.runtime.sink.Outbox;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.StreamPartitioner;
import org.stoatflow.streams.processor.TopicNameExtractor;
import org.stoatflow.streams.processor.api.Record;

/** Serializes records for a topic and appends them to the lane's outbox. */
final class SinkChainNode extends ChainNode {
    private final LaneParts parts;
    private final @Nullable String fixedTopic;
    private final @Nullable TopicNameExtractor<Object, Object> extractor;
    private final @Nullable StreamPartitioner<Object, Object> partitioner;
    private final Serialization serialization;

    @SuppressWarnings("unchecked") // the topology's types are the user's word
    SinkChainNode(
            LaneParts parts,
            String name,
            @Nullable String fixedTopic,
            @Nullable TopicNameExtractor<?, ?> extractor,
            @Nullable StreamPartitioner<?, ?> partitioner,
            Serialization serialization) {
        super(name);
        this.parts = parts;
        this.fixedTopic = fixedTopic;
        this.extractor = (TopicNameExtractor<Object, Object>) extractor;
        this.partitioner = (StreamPartitioner<Object, Object>) partitioner;
        this.serialization = serialization;
    }

    @Override
    void process(Record<Object, Object> record) {
        String topic = topic(record);
        Headers headers = serialization.headers(record);
        byte[] key = serialization.key(parts, topic, headers, record.key());
        byte[] value = serialization.value(topic, headers, record.value());
        Outbox outbox = parts.outbox();
        if (partitioner == null) {
            outbox.append(topic, Outbox.ANY_PARTITION, record.timestamp(), key, value, headers);
            return;
        }
        int count = parts.application().partitionsOf(topic);
        Optional<Set<Integer>> chosen = partitioner.partitions(topic, record.key(), record.value(), count);
        if (chosen.isEmpty()) {
            outbox.append(topic, Outbox.ANY_PARTITION, record.timestamp(), key, value, headers);
            return;
        }
        for (int partition : chosen.get()) {
            if (partition < 0 || partition >= count) {
                throw new StreamsException("The partitioner of " + name() + " chose partition " + partition
                        + " of topic " + topic + ", which has " + count);
            }
            outbox.append(topic, partition, record.timestamp(), key, value, headers);
        }
    }

    private String topic(Record<Object, Object> record) {
        if (fixedTopic != null) {
            return fixedTopic;
        }
        if (extractor == null) {
            throw new IllegalStateException("sink " + name() + " has neither topic nor extractor");
        }
        String topic = extractor.extract(record.key(), record.value(), parts.cursor());
        if (topic == null) {
            throw new StreamsException("The topic name extractor of " + name() + " gave no topic");
        }
        return topic;
    }
}
