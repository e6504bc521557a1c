package org.stoatflow.runtime.lane;

import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.stoatflow.runtime.epoch.Epoch;
import org.stoatflow.runtime.plan.Hop;
import org.stoatflow.runtime.plan.Stage;
import org.stoatflow.spi.RecordAccess;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.StreamPartitioner;
import org.stoatflow.streams.processor.api.Record;

/**
 * The near end of a hop in one lane: serializes the key, which decides lane and virtual partition, and collects
 * records into one batch for each target lane. Owner: the lane's thread.
 */
final class HopChainNode extends ChainNode {
    private final LaneParts parts;
    private final HopTarget target;
    private final Hop hop;
    private final Stage stage;
    private final Serialization serialization;
    private final @Nullable StreamPartitioner<Object, Object> partitioner;
    private final @Nullable HopBatch[] filling;
    private final int[] begun;
    private int begunCount;
    private @Nullable Epoch epoch;

    @SuppressWarnings("unchecked") // the topology's types are the user's word
    HopChainNode(LaneParts parts, String name, HopTarget target, Serialization serialization) {
        super(name);
        this.parts = parts;
        this.target = target;
        this.hop = target.hop();
        this.stage = target.stage();
        this.serialization = serialization;
        this.partitioner = (StreamPartitioner<Object, Object>) hop.partitioner();
        this.filling = new HopBatch[stage.lanes()];
        this.begun = new int[stage.lanes()];
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
        Headers headers = serialization.headers(record);
        byte[] keyBytes = serialization.key(parts, hop.topic(), headers, record.key());
        Record<Object, Object> over = hop.byObject() ? record : asBytes(record, headers);
        int hash = keyBytes == null ? 0 : HopTarget.hash(keyBytes);
        if (partitioner == null) {
            send(over, keyBytes, hash, defaultPartition(keyBytes, hash));
            return;
        }
        Optional<Set<Integer>> chosen =
                partitioner.partitions(hop.topic(), record.key(), record.value(), hop.partitions());
        if (chosen.isEmpty()) {
            send(over, keyBytes, hash, defaultPartition(keyBytes, hash));
            return;
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
            send(over, keyBytes, hash, partition);
        }
    }

    /** Kafka's default partitioner; a record without key stays in its partition as far as the hop has it. */
    private int defaultPartition(byte @Nullable [] keyBytes, int hash) {
        return (keyBytes == null ? parts.partition() : hash) % hop.partitions();
    }

    private Record<Object, Object> asBytes(Record<Object, Object> record, @Nullable Headers headers) {
        byte[] value = serialization.value(hop.topic(), headers, record.value());
        return RecordAccess.sharing(
                null, value, record.timestamp(), headers == null ? RecordAccess.headersForRead(record) : headers);
    }

    private void send(Record<Object, Object> over, byte @Nullable [] keyBytes, int hash, int partition) {
        boolean byHash = stage.isByKey() && keyBytes != null;
        int slot = (byHash ? hash : partition) % stage.lanes();
        HopBatch batch = filling[slot];
        if (batch == null) {
            if (epoch == null) {
                throw new IllegalStateException(name() + " forwards outside of an epoch");
            }
            batch = new HopBatch(epoch, target.entry().id());
            filling[slot] = batch;
            begun[begunCount++] = slot;
        }
        batch.add(new HopRecord(over, keyBytes, partition, parts.cursor().offset()));
        if (batch.isFull()) {
            deliver(slot, batch);
        }
    }

    /** Hands over what is part-filled. */
    void handOver() {
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
        Epoch current = batch.epoch();
        int lane = stage.firstLane() + slot;
        current.touch(lane);
        current.raise(batch.entry());
        filling[slot] = new HopBatch(current, batch.entry());
        parts.budget().handOver(batch.bytes());
        target.inboxes()[lane].add(batch);
    }
}
