package org.stoatflow.kernel.lane;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.fault.FaultDrop;
import org.stoatflow.kernel.plan.Hop;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.StreamPartitioner;
import org.stoatflow.streams.processor.api.Record;

/**
 * The near end of a hop in one lane: serializes the key, which decides lane and virtual partition, and collects
 * records into one batch for each target lane. Owner: the lane's thread.
 */
final class HopChainNode extends ChainNode {
    private static final int BY_DEFAULT = -1;
    private static final int NONE = -2;

    private final LaneParts parts;
    private final HopTarget target;
    private final Hop hop;
    private final Stage stage;
    private final Serialization serialization;
    private final @Nullable StreamPartitioner<Object, Object> partitioner;
    private final @Nullable Class<?> keptKeys; // class of the keys that go over as objects
    private final @Nullable Class<?> keptValues;
    private @Nullable HopBatch[] filling = {}; // one for each lane of the target once something is sent
    private int[] begun = {};
    private final List<HopRecord> heldBack = new ArrayList<>();
    private final List<Integer> heldBackFor = new ArrayList<>();
    private boolean holdingBack;
    private int begunCount;
    private long fillingBytes; // in all begun batches
    private int expected; // records of the next batch
    private @Nullable Epoch epoch;

    @SuppressWarnings("unchecked") // the topology's types are the user's word
    HopChainNode(
            LaneParts parts,
            String name,
            HopTarget target,
            Serialization serialization,
            Deserializer<?> keyDeserializer,
            Deserializer<?> valueDeserializer) {
        super(name);
        this.parts = parts;
        this.target = target;
        this.hop = target.hop();
        this.stage = target.stage();
        this.serialization = serialization;
        this.partitioner = (StreamPartitioner<Object, Object>) hop.partitioner();
        this.keptKeys = serialization.keysKeptBy(keyDeserializer);
        this.keptValues = serialization.valuesKeptBy(valueDeserializer);
    }

    /** The epoch that records are handed over in from now on. */
    void begin(Epoch current) {
        epoch = current;
    }

    int targetEntry() {
        return target.entry().id();
    }

    @Override
    void process(Record<Object, Object> record) {
        int chosen = partitioner == null ? BY_DEFAULT : chosenPartition(partitioner, record);
        if (chosen == NONE) {
            parts.metrics()
                    .onFault(
                            FaultDrop.NO_PARTITION,
                            parts.partition(),
                            name(),
                            "the partitioner chose no partition of " + hop.topic());
            return;
        }
        byte[] keyBytes;
        Object value;
        try {
            keyBytes = serialization.key(parts, hop.topic(), record);
            value = isOf(keptValues, record.value()) ? record.value() : serialization.value(parts, hop.topic(), record);
        } catch (Unserializable unserializable) {
            ProducerRecord<Object, Object> refused = new ProducerRecord<>(
                    hop.topic(),
                    chosen == BY_DEFAULT ? null : Integer.valueOf(chosen),
                    record.timestamp(),
                    record.key(),
                    record.value(),
                    record.headers());
            parts.faults().onUnserializable(name(), refused, unserializable.failure(), unserializable.origin());
            return;
        }
        int hash = keyBytes == null ? 0 : Stage.hash(keyBytes);
        int partition = chosen == BY_DEFAULT ? defaultPartition(keyBytes, hash) : chosen;
        int slot = stage.laneOf(keyBytes, hash, partition) - stage.firstLane();
        HopRecord ready = new HopRecord(
                isOf(keptKeys, record.key()) ? record.key() : null,
                value,
                record.timestamp(),
                Serialization.headers(record),
                keyBytes,
                partition,
                parts.cursor().offset());
        if (holdingBack) {
            heldBack.add(ready);
            heldBackFor.add(slot);
        } else {
            send(slot, ready);
        }
    }

    private static boolean isOf(@Nullable Class<?> kept, @Nullable Object object) {
        return object != null && object.getClass() == kept;
    }

    /** A partition, {@link #BY_DEFAULT} or {@link #NONE}. */
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

    /** What comes now waits for {@link #letGo} or {@link #takeBack}. */
    void holdBack() {
        holdingBack = true;
    }

    void letGo() {
        holdingBack = false;
        for (int i = 0; i < heldBack.size(); i++) {
            send(heldBackFor.get(i), heldBack.get(i));
        }
        takeBack();
    }

    void takeBack() {
        holdingBack = false;
        heldBack.clear();
        heldBackFor.clear();
    }

    /** Kafka's default partitioner; a record without key stays in its partition as far as the hop has it. */
    private int defaultPartition(byte @Nullable [] keyBytes, int hash) {
        return (keyBytes == null ? parts.partition() : hash) % hop.partitions();
    }

    private void send(int slot, HopRecord record) {
        if (filling.length == 0) {
            filling = new HopBatch[stage.lanes()];
            begun = new int[stage.lanes()];
        }
        HopBatch batch = filling[slot];
        if (batch == null) {
            if (epoch == null) {
                throw new IllegalStateException(name() + " forwards outside of an epoch");
            }
            batch = new HopBatch(epoch, target.entry().id(), expected);
            filling[slot] = batch;
            begun[begunCount++] = slot;
        }
        long before = batch.bytes();
        batch.add(record);
        fillingBytes += batch.bytes() - before;
        if (batch.isFull()) {
            deliver(slot, batch);
            filling[slot] = new HopBatch(batch.epoch(), batch.entry(), expected);
        } else if (fillingBytes >= Batch.BYTES_MAX) {
            deliverAll(); // nobody counts what is part-filled, and there may be a batch for each of many lanes
        }
    }

    /** Hands over what is part-filled, and forgets the epoch: an idle lane must not keep it, and with it all later ones. */
    void handOver() {
        deliverAll();
        epoch = null;
    }

    private void deliverAll() {
        for (int i = 0; i < begunCount; i++) {
            HopBatch batch = filling[begun[i]];
            if (batch != null && batch.size() > 0) {
                deliver(begun[i], batch);
            }
            filling[begun[i]] = null;
        }
        begunCount = 0;
    }

    private void deliver(int slot, HopBatch batch) {
        fillingBytes -= batch.bytes();
        expected = batch.size() + batch.size() / 4;
        target.inboxes().handOver(batch, stage.firstLane() + slot);
    }
}
