package org.stoatflow.kernel.lane;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.batch.Batch;
import org.stoatflow.kernel.counters.LaneCounters;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.plan.Stage;

/**
 * Finds the lane that an epoch waits for longest, and says at which record that lane is, and for how long. Lanes do not
 * read the clock for each record, so the monitor looks from outside: a lane is at a record for at least as long as the
 * monitor sees it there.
 *
 * <p>Owner: the dispatcher's thread. What the monitor reads of lanes may be a moment late.
 */
public final class LaneMonitor {
    private final List<Lane> lanes;
    private @Nullable Lane suspect;
    private @Nullable Batch batch;
    private int record;
    private int attempt;
    private long sameSinceNs;

    public LaneMonitor(List<Lane> lanes) {
        this.lanes = lanes;
    }

    /**
     * Looks for the lane that keeps the epoch from being complete. The more often this is called, the more exact are
     * the times that the monitor reports.
     */
    public void observe(Epoch epoch, long nowNs) {
        Lane found = longestAtWork(epoch);
        Batch running = found == null ? null : found.progress().running();
        int at = found == null ? -1 : found.progress().record();
        int attemptSeen = found == null ? 0 : found.progress().attempt();
        if (found != suspect || running != batch || at != record || attemptSeen != attempt) {
            attempt = attemptSeen;
            suspect = found;
            batch = running;
            record = at;
            sameSinceNs = nowNs;
        }
    }

    /** Forgets the lane and the record that were seen last. */
    public void forget() {
        suspect = null;
        batch = null;
        record = -1;
    }

    /** What the epoch waits for, as it was seen last: one line for messages, without the epoch's number. */
    public String describe(Epoch epoch, long nowNs) {
        String node = suspect == null ? null : suspect.chain().nodeSeen();
        return awaited(epoch, nowNs).text() + (node == null ? "" : ", at node " + node);
    }

    /** Describes the call of user code that a lane is still in, whose run is over. Any thread. */
    public static String lastCall(Lane lane) {
        LaneActivity activity = lane.activity();
        if (activity instanceof LaneActivity.Preparing) {
            return lane.name() + ": " + activity.text();
        }
        String node = lane.chain().nodeSeen();
        return lane.name() + ": "
                + (lane.isAtWork() || activity instanceof LaneActivity.Closing ? activity.work() : "ending")
                + (node == null ? "" : ", at node " + node);
    }

    /** What the epoch waits for, as it was seen last. */
    AwaitedLane awaited(Epoch epoch, long nowNs) {
        Lane slow = suspect;
        if (slow == null) {
            return waiting(epoch);
        }
        LaneActivity activity =
                batch == null ? slow.activity() : LaneProgress.activityAt(slow.chain(), batch, record, attempt);
        long since = slow.counters().busySinceNs();
        return new AwaitedLane.AtWork(
                slow.name(), activity, nowNs - sameSinceNs, since == LaneCounters.IDLE ? 0 : nowNs - since);
    }

    private AwaitedLane waiting(Epoch epoch) {
        Lane first = null;
        int more = 0;
        for (Lane lane : lanes) {
            if (epoch.isTouched(lane.index()) && lane.hasWorkOf(epoch)) {
                if (first == null) {
                    first = lane;
                } else {
                    more++;
                }
            }
        }
        return first == null
                ? new AwaitedLane.NothingLeft()
                : new AwaitedLane.WithWork(first.name(), first.activity(), more);
    }

    /** Since when the lane that was last seen has been at its batch or flush; {@link LaneCounters#IDLE} for no lane. */
    public long workSinceNs() {
        return suspect == null ? LaneCounters.IDLE : suspect.counters().busySinceNs();
    }

    /** The stage of the lane that was last seen working for the epoch; null if there was none. */
    public @Nullable Stage stage() {
        return suspect == null ? null : suspect.stage();
    }

    private @Nullable Lane longestAtWork(Epoch epoch) {
        Lane longest = null;
        long since = 0;
        for (Lane lane : lanes) {
            long busySince = lane.counters().busySinceNs();
            if (busySince != LaneCounters.IDLE
                    && (longest == null || busySince - since < 0)
                    && lane.progress().isAtWorkOf(epoch)) {
                longest = lane;
                since = busySince;
            }
        }
        return longest;
    }
}
