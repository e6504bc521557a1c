package org.stoatflow.runtime.source;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.Kernel;
import org.stoatflow.kernel.batch.SourceBatch;
import org.stoatflow.kernel.plan.Entry;

/**
 * Puts source records into one batch for each lane and hands the batches over. Owner: the dispatcher's thread.
 */
final class RecordRouter implements RoutingRound.Taker {
    private final Kernel kernel;
    private final @Nullable SourceBatch[] filling;
    private final int[] begun;
    private final Map<Integer, List<Entry.Source>> before = new HashMap<>(); // by entry: what goes before its batches
    private final int[] partFilled; // by entry: how many batches
    private final LaneBacklogs backlogs;
    private int begunCount;
    private int nextLane;

    RecordRouter(Kernel kernel, LaneBacklogs backlogs) {
        this.kernel = kernel;
        this.backlogs = backlogs;
        this.filling = new SourceBatch[kernel.plan().lanes()];
        this.begun = new int[kernel.plan().lanes()];
        this.partFilled = new int[kernel.plan().entries().size()];
        kernel.plan()
                .sourceNodes()
                .forEach(entry -> before.put(entry.id(), SourceOrder.handedOverBefore(kernel.plan(), entry)));
    }

    /** Begins a round of handing out. */
    void begin(long nowNs) {
        backlogs.begin(nowNs);
    }

    @Override
    public boolean mayTake(PartitionQueue queue) {
        ConsumerRecord<byte[], byte[]> record = queue.head();
        nextLane = kernel.laneOf(queue.entry(), record.key(), record.partition());
        return !backlogs.isBounded() || backlogs.hasRoom(nextLane);
    }

    /** Adds the queue's next record to the batch of its lane. */
    @Override
    public void take(PartitionQueue queue) {
        ConsumerRecord<byte[], byte[]> record = queue.take();
        int lane = nextLane;
        backlogs.add(lane);
        SourceBatch batch = filling[lane];
        if (batch == null || batch.entry() != queue.entry().id()) {
            if (batch == null) {
                begun[begunCount++] = lane;
            } else {
                deliver(lane, batch); // for another entry of the stage; entries keep the order of hand-over
            }
            batch = new SourceBatch(kernel.open(), queue.entry().id());
            filling[lane] = batch;
        }
        if (batch.size() == 0) {
            partFilled[batch.entry()]++;
        }
        batch.add(record);
        if (batch.isFull()) {
            deliver(lane, batch);
            filling[lane] = new SourceBatch(kernel.open(), queue.entry().id());
        }
    }

    /** Hands over the part-filled batches. */
    void flush() {
        for (int i = 0; i < begunCount; i++) {
            SourceBatch batch = filling[begun[i]];
            if (batch != null) {
                deliver(begun[i], batch);
                filling[begun[i]] = null;
            }
        }
        begunCount = 0;
    }

    /** Hands the batch over, after what its records wait for: earlier records may be in a part-filled batch. */
    private void deliver(int lane, SourceBatch batch) {
        if (batch.size() > 0) {
            for (Entry.Source awaited : before.getOrDefault(batch.entry(), List.of())) {
                if (partFilled[awaited.id()] > 0) {
                    deliverAll(awaited);
                }
            }
            offer(lane, batch);
        }
    }

    private void deliverAll(Entry.Source entry) {
        for (int i = 0; i < begunCount; i++) {
            int lane = begun[i];
            SourceBatch batch = filling[lane];
            if (batch != null && batch.entry() == entry.id() && batch.size() > 0) {
                offer(lane, batch);
                filling[lane] = new SourceBatch(kernel.open(), entry.id());
            }
        }
    }

    private void offer(int lane, SourceBatch batch) {
        partFilled[batch.entry()]--;
        kernel.offer(batch, lane);
    }
}
