package org.stoatflow.kernel.batch;

import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Epoch;

/** The inboxes of all lanes, and how a batch comes into one and is done. Immutable; any thread. */
public final class Inboxes {
    private final Inbox[] byLane;
    private final Budget budget;

    /** @param byLane by lane index over all stages */
    public Inboxes(Inbox[] byLane, Budget budget) {
        this.byLane = byLane;
        this.budget = budget;
    }

    public Inbox of(int lane) {
        return byLane[lane];
    }

    /**
     * Hands the batch over. All that counts it comes before it can be taken: its epoch waits for the lane, then for its
     * bytes and for itself, since whoever finds bytes at an entry may rely on a batch that is outstanding there.
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

    /** The batch is done, and all that it caused is handed over; its counter falls last. */
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
