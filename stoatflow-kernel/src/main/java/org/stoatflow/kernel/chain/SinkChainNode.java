package org.stoatflow.kernel.chain;

import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.counters.RecordBytes;
import org.stoatflow.kernel.counters.SinkCounters;
import org.stoatflow.kernel.outbox.LaneOutput;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.outbox.SendingNode;
import org.stoatflow.kernel.record.RecordCursor;
import org.stoatflow.kernel.record.RecordErrors;
import org.stoatflow.kernel.record.Serialization;
import org.stoatflow.kernel.record.Unserializable;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.StreamPartitioner;
import org.stoatflow.streams.processor.TopicNameExtractor;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.topology.SinkNode;

/** Serializes records for a topic and appends them to the lane's outbox. */
final class SinkChainNode extends ChainNode {
    private final RecordCursor cursor;
    private final LaneOutput output;
    private final RecordErrors errors;
    private final Application application;
    private final @Nullable String fixedTopic;
    private final @Nullable TopicNameExtractor<Object, Object> extractor;
    private final ChosenTopics chosen;
    private final @Nullable StreamPartitioner<Object, Object> partitioner;
    private final Serialization serialization;
    private final SendingNode sender;
    private final @Nullable SinkCounters produced; // null where the topic is chosen for each record

    /** @param produced counts the sink's records; null where the topic is chosen for each record */
    @SuppressWarnings("unchecked") // the topology's types are the user's word
    SinkChainNode(
            SinkNode sink,
            Serialization serialization,
            RecordCursor cursor,
            LaneOutput output,
            RecordErrors errors,
            Application application,
            @Nullable SinkCounters produced) {
        super(sink.name());
        this.cursor = cursor;
        this.output = output;
        this.errors = errors;
        this.application = application;
        this.fixedTopic = sink.topic();
        this.extractor = (TopicNameExtractor<Object, Object>) sink.extractor();
        this.chosen = new ChosenTopics(sink.name());
        this.partitioner = (StreamPartitioner<Object, Object>) sink.partitioner();
        this.serialization = serialization;
        this.sender = cursor.sender(sink.name(), false);
        this.produced = produced;
    }

    @Override
    void process(Record<Object, Object> record) {
        String topic = topic(record);
        if (partitioner == null) {
            send(topic, Outbox.ANY_PARTITION, record);
            return;
        }
        int count = application.partitionsOf(topic);
        Optional<Set<Integer>> chosen =
                partitioner.partitions(topic, record.key(), record.value(), record.headers(), count);
        if (chosen.isEmpty()) {
            send(topic, Outbox.ANY_PARTITION, record);
            return;
        }
        if (chosen.get().isEmpty()) {
            errors.onNoPartition(name(), topic);
        }
        for (int partition : chosen.get()) {
            if (partition < 0) {
                throw new IllegalArgumentException(
                        "The partitioner of " + name() + " chose partition " + partition + " of topic " + topic);
            }
            if (!application.accepts(partition, count)) {
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
            key = serialization.key(topic, record);
            value = serialization.value(topic, record);
        } catch (Unserializable unserializable) {
            ProducerRecord<Object, Object> refused = new ProducerRecord<>(
                    topic,
                    partition == Outbox.ANY_PARTITION ? null : Integer.valueOf(partition),
                    record.timestamp(),
                    record.key(),
                    record.value(),
                    record.headers());
            errors.onUnserializable(name(), refused, unserializable.failure(), unserializable.origin());
            return;
        }
        CopyOnWriteHeaders headers = Serialization.headers(record);
        Outbox outbox = output.outbox();
        outbox.append(topic, partition, record.timestamp(), key, value, headers);
        outbox.sentBy(sender, cursor.topic(), cursor.partition(), cursor.offset());
        if (produced != null) {
            produced.onRecord(cursor.lanePartition(), RecordBytes.of(topic, key, value, headers));
        }
        output.onAppended();
    }

    private String topic(Record<Object, Object> record) {
        if (fixedTopic != null) {
            return fixedTopic;
        }
        if (extractor == null) {
            throw new IllegalStateException("sink " + name() + " has neither topic nor extractor");
        }
        return chosen.required(extractor.extract(record.key(), record.value(), cursor.seen()));
    }
}
