package org.stoatflow.kernel.time;

import java.time.Duration;
import org.stoatflow.config.TimeSpans;

/**
 * Says when a log is to tell that somebody still waits: each minute, which is seldom enough to wait for hours. Owner:
 * the thread that waits.
 */
public final class MinuteReminder {
    private static final long EVERY_NS = TimeSpans.nanos(Duration.ofMinutes(1));

    private long toldNs;

    /** Begins to wait, now. */
    public void begin(long nowNs) {
        toldNs = nowNs;
    }

    /** Whether to tell of it now. Then the next minute begins. */
    public boolean isDue(long nowNs) {
        boolean due = nowNs - toldNs >= EVERY_NS;
        if (due) {
            toldNs = nowNs;
        }
        return due;
    }
}
