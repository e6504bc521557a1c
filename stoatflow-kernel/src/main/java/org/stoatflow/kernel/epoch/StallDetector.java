package org.stoatflow.kernel.epoch;

import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.time.DoublingReminder;

/**
 * Says when an epoch that is cut waits too long to be applied: once after a bound, and again each time the wait has
 * doubled.
 *
 * <p>Owner: the dispatcher's thread; any thread may call {@link #oldestSinceNs}.
 */
public final class StallDetector {
    /** What {@link #oldestSinceNs} gives while no epoch waits. */
    public static final long NONE = Long.MIN_VALUE;

    private final long afterNs;
    private final DoublingReminder reminder;
    private long watched = -1;

    /** Shared. Written by: dispatcher. Read by: metrics. Safe: volatile. Proof: SharedFieldsTest. */
    private volatile long oldestSinceNs = NONE;

    /** @param afterNs how long an epoch may take from its cut until it is applied */
    public StallDetector(long afterNs) {
        this.afterNs = afterNs;
        this.reminder = new DoublingReminder(afterNs);
    }

    /** The oldest epoch that is cut and not applied, or null. */
    public @Nullable Epoch oldest(Epoch open) {
        Epoch oldest = null;
        for (Epoch before = open.previousOpen(); before != null; before = before.previousOpen()) {
            oldest = before;
        }
        return oldest;
    }

    /**
     * Looks at the oldest epoch that is cut and not applied.
     *
     * @return whether it is time to say what the epoch waits for
     */
    public boolean isTimeToTell(@Nullable Epoch oldest, long nowNs) {
        if (oldest == null) {
            watched = -1;
            oldestSinceNs = NONE;
            return false;
        }
        if (oldest.number() != watched) {
            long cutNs = oldest.timings().cutNs();
            watched = oldest.number();
            oldestSinceNs = cutNs == EpochTimings.NEVER ? nowNs : cutNs;
            reminder.begin();
        }
        return reminder.isDue(nowNs - oldestSinceNs);
    }

    /**
     * Whether the oldest epoch has waited for half of the bound, so that {@code LaneMonitor} should look at its lanes.
     */
    public boolean isSuspicious(long nowNs) {
        long since = oldestSinceNs;
        return since != NONE && nowNs - since >= afterNs / 2;
    }

    /**
     * When the oldest epoch that is cut and not applied was cut, by the engine's clock; {@link #NONE} if no epoch
     * waits.
     */
    public long oldestSinceNs() {
        return oldestSinceNs;
    }
}
