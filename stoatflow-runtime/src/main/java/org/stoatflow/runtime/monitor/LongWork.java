package org.stoatflow.runtime.monitor;

import org.stoatflow.kernel.counters.LaneCounters;
import org.stoatflow.kernel.time.DoublingReminder;

/**
 * Says when one batch or flush of a lane takes too long, though its epoch is not cut: once after a bound, and again
 * each time it has doubled. A step that does not end is not noticed otherwise where epochs are not cut by time. Owner:
 * the dispatcher's thread.
 */
final class LongWork {
    private static final int LOOKS = 4; // within the bound

    private final long afterNs;
    private final DoublingReminder reminder;
    private boolean looked;
    private long lookedNs;
    private long sinceNs = LaneCounters.IDLE;

    LongWork(long afterNs) {
        this.afterNs = afterNs;
        this.reminder = new DoublingReminder(afterNs);
    }

    /** Whether it is time to look at all lanes. */
    boolean isTimeToLook(long nowNs) {
        if (looked && nowNs - lookedNs < afterNs / LOOKS) {
            return false;
        }
        looked = true;
        lookedNs = nowNs;
        return true;
    }

    /**
     * @param workSinceNs since when the longest work of any lane has run; {@link LaneCounters#IDLE} for none
     * @return whether it is time to say so
     */
    boolean isTimeToTell(long workSinceNs, long nowNs) {
        if (workSinceNs != sinceNs) {
            sinceNs = workSinceNs;
            reminder.begin();
        }
        return workSinceNs != LaneCounters.IDLE && reminder.isDue(nowNs - workSinceNs);
    }
}
