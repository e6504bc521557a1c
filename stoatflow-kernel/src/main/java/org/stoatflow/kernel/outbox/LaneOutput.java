package org.stoatflow.kernel.outbox;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.clock.InputTimes;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.EpochTooLargeException;
import org.stoatflow.kernel.plan.LaneShare;
import org.stoatflow.state.ChangelogCollector;
import org.stoatflow.state.UserHold;
import org.stoatflow.state.lane.LaneState;
import org.stoatflow.state.overlay.SealedState;

/**
 * The output that a lane keeps until the output is committed: the outbox and the sealed writes. Counts their bytes and
 * gives them to the committer. Owner: the lane's thread.
 */
public final class LaneOutput {
    private final LaneShare share;
    private final LaneState state;
    private final InputTimes inputs;
    private final Budget budget;
    private final ChangelogCollector changelogCollector;
    private final @Nullable Intake intake;
    private final BooleanSupplier over;
    private final WorkWatch watch;
    private Outbox outbox = new Outbox(0);
    private @Nullable Outbox given; // of the last seal; the committer's until it gives the outbox back
    private long retainedBytes;
    private long timeEpoch;

    /** Takes a lane's output, and its writes where epochs are not isolated. The lane's thread calls it. */
    @FunctionalInterface
    public interface Intake {
        void offer(LaneContribution contribution);

        /**
         * Waits while too much of what lanes have offered is not sent. The lane is in the middle of its work then, and
         * whoever sends waits for no lane.
         *
         * @param over whether the lane's run is over, so that it need not wait any more
         */
        default void awaitRoom(BooleanSupplier over) {}
    }

    /**
     * @param intake takes output whenever work ends; null if all output waits for its epoch
     * @param over whether the lane's run is over
     */
    public LaneOutput(
            LaneShare share,
            LaneState state,
            InputTimes inputs,
            ChangelogPartitions changelogs,
            Budget budget,
            @Nullable Intake intake,
            BooleanSupplier over) {
        this.share = share;
        this.state = state;
        this.inputs = inputs;
        this.budget = budget;
        this.intake = intake;
        this.over = over;
        this.watch = new WorkWatch(budget.epochBytesMax());
        this.changelogCollector = (store, partition, key, value, timestamp, headers) ->
                outbox.appendChangelog(changelogs.of(store, partition), timestamp, key, value, headers);
    }

    /** The outbox for records to send. Another outbox takes its place after each seal and each offer. */
    public Outbox outbox() {
        return outbox;
    }

    /**
     * Work of the epoch begins: a batch, a held record or a flush.
     *
     * @param byTime whether it is a time batch
     */
    public void begin(Epoch epoch, boolean byTime) {
        watch.begin(epoch, byTime, outbox.bytes());
    }

    /** A record of the work begins. */
    public void beginRecord() {
        watch.beginRecord(outbox.bytes());
    }

    /** The work has ended or failed. */
    public void end() {
        watch.end();
    }

    /** Appends a dead letter that an error handler gave: one record may bring about a million of them. */
    public void appendDeadLetter(
            ProducerRecord<byte[], byte[]> letter,
            SendingNode sender,
            @Nullable String topic,
            int partition,
            long offset) {
        outbox.appendDeadLetter(letter, sender, topic, partition, offset);
        onAppended();
    }

    /** The work has appended a record. */
    public void onAppended() {
        if (watch.isLookDue(outbox.bytes())) {
            look();
        }
    }

    /** The work has handed over records for a hop. */
    public void onHandedOver() {
        if (intake == null) {
            stopIfTooLarge();
        }
    }

    /**
     * Looks, in the middle of the work, at what it has made so far. Output that need not wait for its
     * epoch goes out, so that a record that becomes a million is not in memory as a whole.
     *
     * @throws EpochTooLargeException if the epoch of the work holds too much
     */
    private void look() {
        Epoch epoch = watch.epoch();
        if (epoch == null) {
            return;
        }
        account(epoch);
        if (intake == null) {
            stopIfTooLarge();
        } else if (!watch.isHeld()) {
            offer();
            watch.beginRecord(outbox.bytes());
            intake.awaitRoom(over);
        }
        watch.looked(outbox.bytes());
    }

    /**
     * Looks at the work once more, before it counts as done.
     *
     * @throws EpochTooLargeException if the epoch of the work holds too much, or has held too
     *     much before and user code has gone on all the same
     */
    public void requireRoom() {
        Epoch epoch = watch.epoch();
        if (intake == null && epoch != null) {
            account(epoch);
            stopIfTooLarge();
        }
    }

    /**
     * What has once stopped the work stops it, whatever user code throws instead. Called before a handler is asked.
     *
     * @throws EpochTooLargeException if that was an epoch that holds too much
     */
    public void passOnWhatStopped() {
        EpochTooLargeException why = watch.stopped();
        if (why != null) {
            throw why;
        }
    }

    /** Nothing of the work goes out, so that what it has made goes at once: user code may go on for a while. */
    private void stopIfTooLarge() {
        EpochTooLargeException why = watch.tooLarge(outbox.bytes());
        if (why != null) {
            outbox.truncate(0);
            throw why;
        }
    }

    /**
     * A record of a batch has ended. Now and then this looks at what the batch has written to stores.
     *
     * @param index of the record in its batch
     */
    public void endRecord(int index) {
        if (index % WorkWatch.RECORDS == WorkWatch.RECORDS - 1
                && outbox.bytes() + state.uncommittedBytes() - retainedBytes >= watch.lookBytes()) {
            look();
        }
    }

    /** A savepoint begins or ends: until its end, the outbox stays here, so that it can be cut back. */
    public void hold(boolean isHeld) {
        if (isHeld) {
            beginRecord();
        }
        watch.hold(isHeld);
    }

    /** Tells the budget, and the epoch of the work, how many bytes more the lane keeps now than at the last call. */
    public void account(Epoch epoch) {
        long before = retainedBytes;
        account();
        epoch.memory().retain(share.stage().id(), retainedBytes - before);
    }

    private void account() {
        long now = outbox.bytes() + state.uncommittedBytes();
        budget.retain(now - retainedBytes);
        retainedBytes = now;
    }

    /**
     * Gives the output to the intake, if output need not wait for its epoch. Called when a batch, a held record or a
     * flush has ended or failed.
     */
    public void offer() {
        if (intake != null && !outbox.isEmpty()) {
            intake.offer(takeOutput());
        }
    }

    /** Takes the outbox without sealed writes. The lane goes on with an empty outbox. */
    private LaneContribution takeOutput() {
        account();
        Outbox full = outbox;
        outbox = new Outbox(full.size() + full.size() / 8);
        retainedBytes -= full.bytes();
        return new LaneContribution(share.index(), full, null, List.of(), 0, full.bytes());
    }

    /**
     * Seals the lane's writes and gives them to the intake. Only where epochs are not isolated.
     *
     * @param newestEpoch the newest epoch of which the lane has processed records
     * @param doneEpoch the newest epoch that all lanes of the stage are through, with all before it, if it is known
     */
    public void offerSealed(long newestEpoch, long doneEpoch) {
        account();
        LaneContribution sealed = contribution(state.seal(changelogCollector, newestEpoch, doneEpoch));
        if (intake != null && !sealed.isEmpty()) {
            intake.offer(sealed);
        }
    }

    /** Seals the lane's overlays and takes the outbox, to which sealing adds the overlays' changelog records. */
    public LaneContribution seal() {
        account();
        return contribution(state.seal(changelogCollector));
    }

    private LaneContribution contribution(SealedState sealed) {
        Outbox full = outbox;
        outbox = given != null && given.takeBack(full.size()) ? given : new Outbox(full.size() + full.size() / 8);
        given = full;
        long bytes = retainedBytes;
        retainedBytes = 0;
        watch.inits().sealed();
        long heldFor = timeEpoch;
        timeEpoch = 0;
        return new LaneContribution(share.index(), full, sealed, inputs.takeRisen(), heldFor, bytes);
    }

    /** The lane comes to where user code may call users' stores; the answer ends behind its last call of user code. */
    public UserHold enterUsers() {
        return state.enterUsers();
    }

    /** Tells users' stores that are written at once of a commit, before the lane leaves an epoch. */
    public void commitUsersStores() {
        state.commitUsers();
    }

    /** Says that the next seal holds time work of the epoch. */
    public void timeWorkOf(long epoch) {
        timeEpoch = epoch;
    }

    /** The processor is to be prepared, and may write to stores. */
    public void preparing(String processor) {
        watch.inits().next(processor, writtenBytes());
    }

    /** All processors are prepared. Returns how many bytes they have written to stores. */
    public long prepared() {
        watch.inits().next(null, writtenBytes());
        return watch.inits().bytes();
    }

    /** Bytes that the lane has written to stores and not sealed. */
    public long writtenBytes() {
        return state.uncommittedBytes();
    }

    /** Closes the stores, and the iterators that processors left open. Sealed writes may still be applied. */
    public void closeState() {
        state.close();
    }
}
