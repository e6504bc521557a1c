package org.stoatflow.kernel.lane;

import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.fault.FaultDrop;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.outbox.Sender;
import org.stoatflow.record.CopyOnWriteHeaders;
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
    private final Sender sender;
    private final @Nullable SinkMetrics produced; // null where the topic is chosen for each record

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
        this.sender = new Sender(name, parts.stage().id(), false);
        this.produced = fixedTopic == null ? null : parts.metrics().sink(name);
    }

    @Override
    void process(Record<Object, Object> record) {
        String topic = topic(record);
        if (partitioner == null) {
            send(topic, Outbox.ANY_PARTITION, record);
            return;
        }
        int count = parts.application().partitionsOf(topic);
        Optional<Set<Integer>> chosen = partitioner.partitions(topic, record.key(), record.value(), count);
        if (chosen.isEmpty()) {
            send(topic, Outbox.ANY_PARTITION, record);
            return;
        }
        if (chosen.get().isEmpty()) {
            parts.metrics()
                    .onFault(
                            FaultDrop.NO_PARTITION,
                            parts.partition(),
                            name(),
                            "the partitioner chose no partition of " + topic);
        }
        for (int partition : chosen.get()) {
            if (partition < 0 || partition >= count) {
                throw new StreamsException("The partitioner of " + name() + " chose partition " + partition
                        + " of topic " + topic + ", which has " + count);
            }
            send(topic, partition, record);
        }
    }

    private void send(String topic, int partition, Record<Object, Object> record) {
        byte[] key;
        byte[] value;
        try {
            key = serialization.key(parts, topic, record);
            value = serialization.value(parts, topic, record);
        } catch (Unserializable unserializable) {
            ProducerRecord<Object, Object> refused = new ProducerRecord<>(
                    topic,
                    partition == Outbox.ANY_PARTITION ? null : Integer.valueOf(partition),
                    record.timestamp(),
                    record.key(),
                    record.value(),
                    record.headers());
            parts.faults().onUnserializable(name(), refused, unserializable.failure(), unserializable.origin());
            return;
        }
        CopyOnWriteHeaders headers = Serialization.headers(record);
        RecordCursor cursor = parts.cursor();
        Outbox outbox = parts.outbox();
        outbox.append(topic, partition, record.timestamp(), key, value, headers);
        outbox.sentBy(sender, cursor.topic(), cursor.partition(), cursor.offset());
        if (produced != null) {
            produced.onRecord(parts.partition(), RecordBytes.of(topic, key, value, headers));
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
