package org.stoatflow.kernel.batch;

import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.plan.Stage;

/**
 * Collects the records of one lane into one batch for each lane of the hop's stage. Hands a batch over when it is full,
 * and all batches when the work that sends is done or when all batches together reach the size of a full one. Owner:
 * the lane's thread.
 */
final class InboxSender implements HopSender {
    private final int entry;
    private final Stage stage;
    private final Inboxes inboxes;
    private final Runnable onHandedOver;
    private @Nullable HopBatch[] filling = {}; // by lane of the hop's stage; made with the first record
    private int[] begun = {};
    private int begunCount;
    private long fillingBytes; // of all part-filled batches
    private int expected; // number of records that the next batch will probably have
    private @Nullable Epoch epoch;

    /**
     * @param entry the far end of the hop, an entry of the stage
     * @param onHandedOver see {@link HopTarget#sender}
     */
    InboxSender(int entry, Stage stage, Inboxes inboxes, Runnable onHandedOver) {
        this.entry = entry;
        this.stage = stage;
        this.inboxes = inboxes;
        this.onHandedOver = onHandedOver;
    }

    @Override
    public void begin(Epoch current) {
        epoch = current;
    }

    @Override
    public void send(HopRecord record, int hash) {
        if (filling.length == 0) {
            filling = new HopBatch[stage.lanes()];
            begun = new int[stage.lanes()];
        }
        int slot = stage.laneOf(record.keyBytes(), hash, record.partition()) - stage.firstLane();
        HopBatch batch = filling[slot];
        if (batch == null) {
            if (epoch == null) {
                throw new IllegalStateException("a record for stage " + stage.id() + " is sent outside of an epoch");
            }
            batch = new HopBatch(epoch, entry, expected);
            filling[slot] = batch;
            begun[begunCount++] = slot;
        }
        long before = batch.bytes();
        batch.add(record);
        fillingBytes += batch.bytes() - before;
        if (batch.isFull()) {
            deliver(slot, batch);
            filling[slot] = new HopBatch(batch.epoch(), batch.entry(), expected);
            onHandedOver.run();
        } else if (fillingBytes >= Batch.BYTES_MAX) {
            deliverAll(); // nothing else counts part-filled batches, and there may be one for each of many lanes
            onHandedOver.run();
        }
    }

    /** Also forgets the epoch: an idle lane must not keep an epoch, since an epoch keeps all later ones in memory. */
    @Override
    public void handOver() {
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
        inboxes.handOver(batch, stage.firstLane() + slot);
    }
}
