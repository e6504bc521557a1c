package org.stoatflow.kernel.outbox;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.clock.StoredClocks;
import org.stoatflow.kernel.epoch.Contribution;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.overlay.SealedState;

/**
 * What a lane hands to the committer: records to send, and writes to apply to the state once the records are committed.
 *
 * @param lane index over all stages
 * @param outbox output and changelog records, in the lane's order
 * @param sealed the lane's sealed writes, or null if the lane has written nothing
 * @param times the clocks that have risen, to be kept with the state
 * @param timeEpoch number of the epoch whose time work is in the contribution, or 0; under at-least-once, the
 *     contribution may be applied only once that epoch is complete
 * @param bytes bytes that the lane has told the budget it keeps; the committer gives them back once they are committed
 */
public record LaneContribution(
        int lane, Outbox outbox, @Nullable SealedState sealed, List<StoredClocks.Row> times, long timeEpoch, long bytes)
        implements Contribution {
    /** The lanes' contributions to a complete epoch, in the order in which the lanes left it. */
    public static List<LaneContribution> of(Epoch epoch) {
        List<LaneContribution> all = new ArrayList<>();
        epoch.contributions().forEach(one -> all.add((LaneContribution) one));
        return all;
    }

    boolean isEmpty() {
        return outbox.isEmpty() && !changesState();
    }

    /** Whether the contribution has anything to write to the state. */
    public boolean changesState() {
        return !times.isEmpty() || sealed != null && !sealed.isEmpty();
    }

    /**
     * Marks the contribution as committed and applied. The lane may then reuse its outbox and overlays. The committer's
     * thread calls this, and does not use the contribution afterwards.
     */
    public void markApplied() {
        if (sealed != null) {
            sealed.markApplied();
        }
        outbox.giveBack();
    }

    /** Adds the contribution's writes and clocks to the batch for the state. */
    public void addTo(StateBatch batch) {
        if (sealed != null) {
            sealed.addTo(batch);
        }
        times.forEach(row -> row.addTo(batch));
    }
}
