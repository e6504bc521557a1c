package org.stoatflow.kernel.time;

import org.stoatflow.config.TimeSpans;

/**
 * Says when a log is to tell that something takes long: once after a bound, and again each time it has taken twice as
 * long. So what lasts for hours is told of soon, and does not fill the log. Owner: the thread that looks.
 */
public final class DoublingReminder {
    private final long afterNs;
    private long tellAfterNs;

    /** @param afterNs how long something may take before it is told of */
    public DoublingReminder(long afterNs) {
        this.afterNs = Math.max(1, afterNs); // it doubles
        begin();
    }

    /** Something else is looked at from now on. */
    public void begin() {
        tellAfterNs = afterNs;
    }

    /**
     * Whether to tell of it now. Where nobody has looked for long, it is told of once.
     *
     * @param tookNs how long it has taken so far
     */
    public boolean isDue(long tookNs) {
        if (tookNs < tellAfterNs) {
            return false;
        }
        while (tellAfterNs <= tookNs && tellAfterNs < TimeSpans.LONGEST_NS) {
            tellAfterNs *= 2;
        }
        return true;
    }
}
