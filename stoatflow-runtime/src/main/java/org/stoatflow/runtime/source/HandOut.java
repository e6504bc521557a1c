package org.stoatflow.runtime.source;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.lane.Lanes;
import org.stoatflow.kernel.lane.SourceBatch;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.Stage;

/**
 * Puts source records into one batch for each lane and hands the batches over. Owner: the dispatcher's thread.
 */
final class HandOut implements HandOutRound.Taker {
    private final Plan plan;
    private final Lanes lanes;
    private final @Nullable SourceBatch[] filling;
    private final int[] begun;
    private final LaneBacklogs backlogs;
    private int begunCount;
    private Epoch epoch;
    private int nextLane;

    HandOut(Plan plan, Lanes lanes, LaneBacklogs backlogs, Epoch first) {
        this.plan = plan;
        this.lanes = lanes;
        this.backlogs = backlogs;
        this.epoch = first;
        this.filling = new SourceBatch[plan.lanes()];
        this.begun = new int[plan.lanes()];
    }

    /** From now on records go into this epoch. At each cut, also where none come: who keeps an epoch keeps all later ones. */
    void into(Epoch uncut) {
        epoch = uncut;
    }

    /** A round begins. */
    void begin(long nowNs) {
        backlogs.begin(nowNs);
    }

    @Override
    public boolean mayTake(PartitionQueue queue) {
        ConsumerRecord<byte[], byte[]> record = queue.head();
        Stage stage = plan.stageOf(queue.entry());
        byte[] key = record.key();
        nextLane = stage.isByKey() && key != null
                ? stage.laneOfHash(
                        Utils.toPositive(Utils.murmur2(queue.entry().keys().of(key))))
                : stage.laneOfPartition(record.partition());
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
                deliver(lane, batch); // another entry of the stage: order between entries is that of hand-over
            }
            batch = new SourceBatch(epoch, queue.entry().id());
            filling[lane] = batch;
        }
        batch.add(record);
        if (batch.isFull()) {
            deliver(lane, batch);
            filling[lane] = new SourceBatch(epoch, queue.entry().id());
        }
    }

    /** Hands over what is part-filled. */
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

    private void deliver(int lane, SourceBatch batch) {
        if (batch.size() > 0) {
            lanes.deliver(batch, lane);
        }
    }
}
