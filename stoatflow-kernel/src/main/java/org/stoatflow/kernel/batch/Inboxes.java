package org.stoatflow.kernel.batch;

import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Epoch;

/**
 * The inboxes of all lanes. Hands batches over into inboxes, and lowers the counters of processed batches. Immutable;
 * any thread.
 */
public final class Inboxes {
    private final Inbox[] byLane;
    private final Budget budget;

    /** @param byLane the inboxes, by lane index over all stages */
    public Inboxes(Inbox[] byLane, Budget budget) {
        this.byLane = byLane;
        this.budget = budget;
    }

    public Inbox of(int lane) {
        return byLane[lane];
    }

    /**
     * Hands the batch over. The epoch counts the batch before a lane can take it: this first touches the lane, then
     * adds the batch's bytes, then raises the entry's counter, and puts the batch into the inbox last. A thread that
     * finds bytes at an entry can rely on a later {@link #lower} there.
     */
    public void handOver(Batch batch, int lane) {
        Epoch epoch = batch.epoch();
        epoch.touch(lane);
        if (batch instanceof SourceBatch) {
            epoch.memory().handOverSource(batch.entry(), batch.bytes());
        } else {
            epoch.memory().handOver(batch.entry(), batch.bytes());
        }
        epoch.raise(batch.entry());
        budget.handOver(batch.bytes());
        byLane[lane].add(batch);
    }

    /**
     * Lowers the counter of a batch that is processed and whose results are handed over. The entry's counter falls
     * last.
     */
    public void lower(Batch batch) {
        Epoch epoch = batch.epoch();
        if (batch instanceof SourceBatch) {
            epoch.memory().processedSource(batch.entry(), batch.bytes());
        } else {
            epoch.memory().processed(batch.entry(), batch.bytes());
        }
        budget.processed(batch.bytes());
        epoch.lower(batch.entry());
    }

    /** Wakes the lane's thread. */
    public void wake(int lane) {
        byLane[lane].wake();
    }
}
