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
import org.stoatflow.kernel.batch.HopTarget;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.plan.Hop;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.kernel.record.RecordCursor;
import org.stoatflow.kernel.record.RecordErrors;
import org.stoatflow.kernel.record.Serialization;
import org.stoatflow.kernel.record.Unserializable;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.StreamPartitioner;
import org.stoatflow.streams.processor.api.Record;

/**
 * The near end of a hop in one lane: serializes key and value, chooses the virtual partition, and sends the record.
 * Owner: the lane's thread.
 */
final class HopChainNode extends ChainNode {
    private static final int BY_DEFAULT = -1;
    private static final int NONE = -2;

    private final RecordCursor cursor;
    private final RecordErrors errors;
    private final HopTarget target;
    private final HopSender sender;
    private final Hop hop;
    private final Serialization serialization;
    private final @Nullable StreamPartitioner<Object, Object> partitioner;
    private final @Nullable Class<?> keptKeys; // class of keys that go over as objects, if any
    private final @Nullable Class<?> keptValues;
    private final List<HopRecord> heldBack = new ArrayList<>();
    private final List<Integer> heldBackHashes = new ArrayList<>();
    private boolean holdingBack;

    @SuppressWarnings("unchecked") // the topology's types are the user's word
    HopChainNode(
            String name,
            HopTarget target,
            Serialization serialization,
            Deserializer<?> keyDeserializer,
            Deserializer<?> valueDeserializer,
            RecordCursor cursor,
            RecordErrors errors) {
        super(name);
        this.cursor = cursor;
        this.errors = errors;
        this.target = target;
        this.sender = target.sender();
        this.hop = target.entry().hop();
        this.serialization = serialization;
        this.partitioner = (StreamPartitioner<Object, Object>) hop.partitioner();
        this.keptKeys = serialization.keysKeptBy(keyDeserializer);
        this.keptValues = serialization.valuesKeptBy(valueDeserializer);
    }

    /** Sets the epoch to which records belong from now on. */
    void begin(Epoch current) {
        sender.begin(current);
    }

    int targetEntry() {
        return target.entry().id();
    }

    @Override
    void process(Record<Object, Object> record) {
        int chosen = partitioner == null ? BY_DEFAULT : chosenPartition(partitioner, record);
        if (chosen == NONE) {
            errors.onNoPartition(name(), hop.topic());
            return;
        }
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

    /** Asks the partitioner. Returns a partition, {@link #BY_DEFAULT} or {@link #NONE}. */
    private int chosenPartition(StreamPartitioner<Object, Object> by, Record<Object, Object> record) {
        Optional<Set<Integer>> chosen = by.partitions(hop.topic(), record.key(), record.value(), hop.partitions());
        if (chosen.isEmpty()) {
            return BY_DEFAULT;
        }
        if (chosen.get().size() > 1) {
            throw new StreamsException("The partitioner of " + name() + " chose partitions " + chosen.get()
                    + " of repartition topic " + hop.topic() + " for one record; it may choose one only");
        }
        for (int partition : chosen.get()) {
            if (partition < 0 || partition >= hop.partitions()) {
                throw new StreamsException("The partitioner of " + name() + " chose partition " + partition
                        + " of repartition topic " + hop.topic() + ", which has " + hop.partitions());
            }
            return partition;
        }
        return NONE;
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
