package org.stoatflow.kernel.outbox;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.clock.InputTimes;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Epoch;
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
    private Outbox outbox = new Outbox(0);
    private @Nullable Outbox given; // of the last seal; the committer's until it gives the outbox back
    private long retainedBytes;
    private long timeEpoch;

    /** Takes a lane's output, and its writes where epochs are not isolated. The lane's thread calls it. */
    @FunctionalInterface
    public interface Intake {
        void offer(LaneContribution contribution);
    }

    /** @param intake takes output whenever work ends; null if all output waits for its epoch */
    public LaneOutput(
            LaneShare share,
            LaneState state,
            InputTimes inputs,
            ChangelogPartitions changelogs,
            Budget budget,
            @Nullable Intake intake) {
        this.share = share;
        this.state = state;
        this.inputs = inputs;
        this.budget = budget;
        this.intake = intake;
        this.changelogCollector = (store, partition, key, value, timestamp, headers) ->
                outbox.appendChangelog(changelogs.of(store, partition), timestamp, key, value, headers);
    }

    /** The outbox for records to send. Another outbox takes its place after each seal and each offer. */
    public Outbox outbox() {
        return outbox;
    }

    /** Tells the budget, and the epoch of the work, how many bytes more the lane keeps now than at the last call. */
    public void account(Epoch epoch) {
        long before = retainedBytes;
        account();
        epoch.memory().retain(retainedBytes - before);
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

    /** Bytes that the lane has written to stores and not sealed. */
    public long writtenBytes() {
        return state.uncommittedBytes();
    }

    /** Closes the stores, and the iterators that processors left open. Sealed writes may still be applied. */
    public void closeState() {
        state.close();
    }
}
