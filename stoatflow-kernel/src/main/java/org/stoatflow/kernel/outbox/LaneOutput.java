package org.stoatflow.kernel.outbox;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.clock.InputTimes;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.plan.LaneShare;
import org.stoatflow.state.ChangelogCollector;
import org.stoatflow.state.lane.LaneState;
import org.stoatflow.state.overlay.SealedState;

/**
 * What a lane keeps until it is committed, how many bytes that is, and how it is given to the committer. Owner: the
 * lane's thread.
 */
public final class LaneOutput {
    private final LaneShare share;
    private final LaneState state;
    private final InputTimes inputs;
    private final Budget budget;
    private final ChangelogCollector changelogCollector;
    private final @Nullable Intake intake;
    private Outbox outbox = new Outbox(0);
    private @Nullable Outbox given; // with the sealed writes before; the committer's until it gives it back
    private long retainedBytes;
    private long timeEpoch;

    /** Takes what a lane hands over outside of epochs. Called in the lane's thread. */
    @FunctionalInterface
    public interface Intake {
        void offer(LaneContribution contribution);
    }

    /** @param intake takes output whenever work ends; null where all of it waits for the epoch */
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

    /** Where records to be sent are put; another one after each seal and offer. */
    public Outbox outbox() {
        return outbox;
    }

    /** Tells the budget and the epoch of the work how much more the lane keeps than after its last batch. */
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

    /** The work that put output here has ended: it goes out if it need not wait for its epoch. */
    public void offer() {
        if (intake != null && !outbox.isEmpty()) {
            intake.offer(takeOutput());
        }
    }

    /** Takes the outbox alone; the lane goes on with an empty one. */
    private LaneContribution takeOutput() {
        account();
        Outbox full = outbox;
        outbox = new Outbox(full.size() + full.size() / 8);
        retainedBytes -= full.bytes();
        return new LaneContribution(share.index(), full, null, List.of(), 0, full.bytes());
    }

    /** Seals, and lets it go out if it need not wait for its epoch. */
    public void offerSealed() {
        LaneContribution sealed = seal();
        if (intake != null && !sealed.isEmpty()) {
            intake.offer(sealed);
        }
    }

    /** Seals the state's overlays and takes the outbox, which then holds their changelog records too. */
    public LaneContribution seal() {
        account();
        SealedState sealed = state.seal(changelogCollector);
        Outbox full = outbox;
        outbox = given != null && given.takeBack(full.size()) ? given : new Outbox(full.size() + full.size() / 8);
        given = full;
        long bytes = retainedBytes;
        retainedBytes = 0;
        long heldFor = timeEpoch;
        timeEpoch = 0;
        return new LaneContribution(share.index(), full, sealed, inputs.takeRisen(), heldFor, bytes);
    }

    /** What is sealed next has work of the epoch that time made due. */
    public void timeWorkOf(long epoch) {
        timeEpoch = epoch;
    }

    /** What the lane has written to stores and not sealed, in bytes. */
    public long writtenBytes() {
        return state.uncommittedBytes();
    }

    /** Closes the stores and the iterators that processors left open. What is sealed may still be applied. */
    public void closeState() {
        state.close();
    }
}
