package org.stoatflow.kernel.lane;

import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.batch.Batch;
import org.stoatflow.kernel.chain.Chain;
import org.stoatflow.kernel.chain.Savepoint;
import org.stoatflow.kernel.record.RecordErrors;
import org.stoatflow.kernel.record.RetryRequest;
import org.stoatflow.kernel.time.Clock;

/**
 * Runs records so that each can be rolled back and run again (docs/design/003). Owner: the lane's thread, which begins
 * and ends the work around it.
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

    /** Whether records are run again at all. */
    boolean areOn() {
        return held.isInUse();
    }

    boolean hasHeld() {
        return !held.isEmpty();
    }

    /** Whether the lane may take a batch. It takes none while it holds as many records as it may. */
    boolean mayTakeBatch() {
        return held.hasRoom();
    }

    /** How long the lane need not be stepped while nothing wakes it. The longest time if it holds no record. */
    long waitNs() {
        return held.isEmpty() ? Long.MAX_VALUE : Math.max(1, held.nextDueNs() - clock.nanos());
    }

    /** Runs the records of a batch for the first time; those that are to be run again, and those behind them, wait. */
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

    /** A record whose back-off is over, or that waited behind one, to be followed by {@link #run(RetryQueue.Hold)}. */
    RetryQueue.@Nullable Hold takeDue() {
        return held.isEmpty() ? null : held.takeDue(clock.nanos());
    }

    /** Runs it for the next time. */
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

    /** Runs a record for the next time. False if it failed and is to be run once more; then it is rolled back. */
    private boolean isDone(Batch batch, int record, int attempts) {
        progress.at(record);
        errors.begin(attempts);
        savepoint.begin();
        try {
            chain.input(batch.entry()).process(batch, record);
        } catch (RetryRequest request) {
            // as asked below, since user code may have caught it
        }
        boolean done = !errors.isRetryRequested();
        errors.end();
        if (done) {
            // Flushes that were put off and punctuators run after the record, and are not rolled back with it.
            savepoint.release();
            chain.runDuePunctuators(batch.entry());
        } else {
            savepoint.rollback();
            progress.counters().onRetry();
        }
        return done;
    }
}
