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
 * What a lane hands to the committer: records to send, and what to apply to the state once they are committed.
 *
 * @param lane index over all stages
 * @param outbox output and changelog records, in the lane's order
 * @param sealed the lane's writes, or null if it wrote nothing
 * @param times clocks to be kept with the state, those that have risen
 * @param timeEpoch the epoch whose time work is in it, or 0; without isolation it may be applied only once that is
 *     complete
 * @param bytes what the lane told the budget that it keeps; given back once it is committed
 */
public record LaneContribution(
        int lane, Outbox outbox, @Nullable SealedState sealed, List<StoredClocks.Row> times, long timeEpoch, long bytes)
        implements Contribution {
    /** What the lanes contributed to an epoch that is complete, in the order in which they left it. */
    public static List<LaneContribution> of(Epoch epoch) {
        List<LaneContribution> all = new ArrayList<>();
        epoch.contributions().forEach(one -> all.add((LaneContribution) one));
        return all;
    }

    boolean isEmpty() {
        return outbox.isEmpty() && !changesState();
    }

    /** Whether there is anything to write to the state. */
    public boolean changesState() {
        return !times.isEmpty() || sealed != null && !sealed.isEmpty();
    }

    /**
     * Says that the epoch is committed and applied; the lane may then use again what it gave. The committer's thread,
     * as the last thing that it does with the contribution.
     */
    public void markApplied() {
        if (sealed != null) {
            sealed.markApplied();
        }
        outbox.giveBack();
    }

    /** Adds what is to be written to the state. */
    public void addTo(StateBatch batch) {
        if (sealed != null) {
            sealed.addTo(batch);
        }
        times.forEach(row -> row.addTo(batch));
    }
}
