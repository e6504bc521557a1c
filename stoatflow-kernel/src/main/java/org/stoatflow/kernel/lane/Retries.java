package org.stoatflow.kernel.lane;

import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.batch.Batch;
import org.stoatflow.kernel.chain.Chain;
import org.stoatflow.kernel.chain.Savepoint;
import org.stoatflow.kernel.record.RecordErrors;
import org.stoatflow.kernel.record.RetryRequest;
import org.stoatflow.kernel.time.Clock;

/**
 * Runs records so that each can be rolled back and run again (docs/design/003). Owner: the lane's thread. The lane
 * begins and ends the batch around it.
 */
final class Retries {
    private final RetryQueue held;
    private final Savepoint savepoint;
    private final Chain chain;
    private final RecordErrors errors;
    private final LaneProgress progress;
    private final Clock clock;
    private final RunEnd end;

    Retries(
            RetryQueue held,
            Savepoint savepoint,
            Chain chain,
            RecordErrors errors,
            LaneProgress progress,
            Clock clock,
            RunEnd end) {
        this.held = held;
        this.savepoint = savepoint;
        this.chain = chain;
        this.errors = errors;
        this.progress = progress;
        this.clock = clock;
        this.end = end;
    }

    /** Whether the configuration asks for retries. */
    boolean areOn() {
        return held.isInUse();
    }

    boolean hasHeld() {
        return !held.isEmpty();
    }

    /** Whether the lane may take a batch. It takes none while it holds the greatest allowed number of records. */
    boolean mayTakeBatch() {
        return held.hasRoom();
    }

    /**
     * How long the lane need not be stepped while nothing wakes it: until its next held record is due, or {@code
     * Long.MAX_VALUE} if the lane holds none.
     */
    long waitNs() {
        return held.isEmpty() ? Long.MAX_VALUE : Math.max(1, held.nextDueNs() - clock.nanos());
    }

    /**
     * Runs the records of a batch for the first time. Holds each record that is to be run again, and the records behind
     * it.
     */
    void run(Batch batch) {
        int size = batch.size();
        for (int record = 0; record < size && !end.isReached(); record++) {
            if (held.isEmpty() || !held.addBehind(batch, record)) {
                if (!isDone(batch, record, 0)) {
                    held.add(batch, record, clock.nanos());
                }
            }
        }
        publish();
    }

    /** Takes a held record that is due; null if none is. The caller gives it to {@link #run(RetryQueue.Hold)}. */
    RetryQueue.@Nullable Hold takeDue() {
        return held.isEmpty() ? null : held.takeDue(clock.nanos());
    }

    /** Runs a held record that {@link #takeDue} gave. */
    void run(RetryQueue.Hold hold) {
        boolean done = isDone(hold.batch(), hold.index(), hold.attempts());
        if (!end.isReached()) {
            if (done) {
                held.done(hold, clock.nanos());
            } else {
                held.again(hold, clock.nanos());
            }
            publish();
        }
    }

    private void publish() {
        RetryQueue.Hold next = held.next();
        progress.onHeld(held.size(), next == null ? null : new LaneProgress.NextHeld(next.batch(), next.index()));
    }

    /** Runs a record once. Returns false if the record failed and is to be run again; then this has rolled it back. */
    private boolean isDone(Batch batch, int record, int attempts) {
        progress.at(record);
        errors.begin(attempts);
        savepoint.begin();
        try {
            chain.input(batch.entry()).process(batch, record);
        } catch (RetryRequest request) {
            // isRetryRequested() tells below, also where user code has caught this exception
        }
        boolean done = !errors.isRetryRequested();
        errors.end();
        if (done) {
            // Flushes that the savepoint has put off, and punctuators, run after the record. A rollback of the record
            // does not cover them.
            savepoint.release();
            chain.runDuePunctuators(batch.entry());
        } else {
            savepoint.rollback();
            progress.counters().onRetry();
        }
        return done;
    }
}
