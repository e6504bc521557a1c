package org.stoatflow.kernel.chain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.batch.HopRecord;
import org.stoatflow.kernel.batch.HopSender;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Hop;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.kernel.record.RecordCursor;
import org.stoatflow.kernel.record.RecordErrors;
import org.stoatflow.kernel.record.Serialization;
import org.stoatflow.kernel.record.Unserializable;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.StreamPartitioner;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.topology.SinkNode;

/**
 * The near end of a hop in one lane: chooses the virtual partition, serializes key and value, and sends the record. The
 * sink's partitioner may choose several partitions: then each gets a copy, with bytes and headers of its own. Owner:
 * the lane's thread.
 */
final class HopChainNode extends ChainNode {
    private static final int BY_DEFAULT = -1;

    private final RecordCursor cursor;
    private final RecordErrors errors;
    private final int targetEntry;
    private final HopSender sender;
    private final Hop hop;
    private final Serialization serialization;
    private final @Nullable StreamPartitioner<Object, Object> partitioner;
    private final @Nullable Class<?> keptKeys; // class of keys that go over as objects, if any
    private final @Nullable Class<?> keptValues;
    private final List<HopRecord> heldBack = new ArrayList<>();
    private final List<Integer> heldBackHashes = new ArrayList<>();
    private boolean holdingBack;

    /** A hop as one lane has it. */
    record LaneHop(Entry.HopEnd entry, HopSender sender) {}

    @SuppressWarnings("unchecked") // the topology's types are the user's word
    HopChainNode(
            SinkNode sink,
            LaneHop target,
            Serialization serialization,
            Deserializer<?> keyDeserializer,
            Deserializer<?> valueDeserializer,
            RecordCursor cursor,
            RecordErrors errors) {
        super(sink.name());
        this.cursor = cursor;
        this.errors = errors;
        this.targetEntry = target.entry().id();
        this.sender = target.sender();
        this.hop = target.entry().hop();
        this.serialization = serialization;
        this.partitioner = (StreamPartitioner<Object, Object>) sink.partitioner();
        this.keptKeys = serialization.keysKeptBy(keyDeserializer);
        this.keptValues = serialization.valuesKeptBy(valueDeserializer);
    }

    /** Sets the epoch to which records belong from now on. */
    void begin(Epoch current) {
        sender.begin(current);
    }

    int targetEntry() {
        return targetEntry;
    }

    @Override
    void process(Record<Object, Object> record) {
        if (partitioner == null) {
            send(record, BY_DEFAULT);
            return;
        }
        Optional<Set<Integer>> chosen =
                partitioner.partitions(hop.topic(), record.key(), record.value(), record.headers(), hop.partitions());
        if (chosen.isEmpty()) {
            send(record, BY_DEFAULT);
            return;
        }
        if (chosen.get().isEmpty()) {
            errors.onNoPartition(name(), hop.topic());
            return;
        }
        requireThere(chosen.get());
        for (int partition : chosen.get()) {
            send(record, partition);
        }
    }

    /** Checks all partitions before the first copy is sent, so that a record goes to all of them or fails. */
    private void requireThere(Set<Integer> chosen) {
        for (int partition : chosen) {
            if (partition < 0 || partition >= hop.partitions()) {
                throw new StreamsException("The partitioner of " + name() + " chose partition " + partition
                        + " of repartition topic " + hop.topic() + ", which has " + hop.partitions());
            }
        }
    }

    /** @param chosen the virtual partition, or {@link #BY_DEFAULT} */
    private void send(Record<Object, Object> record, int chosen) {
        byte[] keyBytes;
        Object value;
        try {
            keyBytes = serialization.key(hop.topic(), record);
            value = isOf(keptValues, record.value()) ? record.value() : serialization.value(hop.topic(), record);
        } catch (Unserializable unserializable) {
            ProducerRecord<Object, Object> refused = new ProducerRecord<>(
                    hop.topic(),
                    chosen == BY_DEFAULT ? null : Integer.valueOf(chosen),
                    record.timestamp(),
                    record.key(),
                    record.value(),
                    record.headers());
            errors.onUnserializable(name(), refused, unserializable.failure(), unserializable.origin());
            return;
        }
        int hash = keyBytes == null ? 0 : Stage.hash(keyBytes);
        int partition = chosen == BY_DEFAULT ? defaultPartition(keyBytes, hash) : chosen;
        HopRecord ready = new HopRecord(
                isOf(keptKeys, record.key()) ? record.key() : null,
                value,
                record.timestamp(),
                Serialization.headers(record),
                keyBytes,
                partition,
                cursor.offset());
        if (holdingBack) {
            heldBack.add(ready);
            heldBackHashes.add(hash);
        } else {
            sender.send(ready, hash);
        }
    }

    private static boolean isOf(@Nullable Class<?> kept, @Nullable Object object) {
        return object != null && object.getClass() == kept;
    }

    // ---- savepoint

    /** Makes records wait from now on, until {@link #letGo} sends them or {@link #takeBack} drops them. */
    void holdBack() {
        holdingBack = true;
    }

    void letGo() {
        holdingBack = false;
        for (int i = 0; i < heldBack.size(); i++) {
            sender.send(heldBack.get(i), heldBackHashes.get(i));
        }
        takeBack();
    }

    void takeBack() {
        holdingBack = false;
        heldBack.clear();
        heldBackHashes.clear();
    }

    /**
     * Chooses as Kafka's default partitioner. A record without a key stays in its partition, modulo the hop's
     * partitions.
     */
    private int defaultPartition(byte @Nullable [] keyBytes, int hash) {
        return (keyBytes == null ? cursor.lanePartition() : hash) % hop.partitions();
    }

    /** Hands over part-filled batches. */
    void handOver() {
        sender.handOver();
    }
}
