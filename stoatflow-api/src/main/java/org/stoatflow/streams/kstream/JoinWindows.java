package org.stoatflow.streams.kstream;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.stoatflow.stores.Millis;

/**
 * How far the timestamps of two records of a key may be from each other for the records to be joined: a record of the
 * other stream may be older by {@link #beforeMs} and newer by {@link #afterMs}, both bounds included. Immutable.
 */
public class JoinWindows extends Windows<Window> {
    /** By how much a record of the other stream may be older, in milliseconds; negative where it must be newer. */
    public final long beforeMs;

    /** By how much a record of the other stream may be newer, in milliseconds; negative where it must be older. */
    public final long afterMs;

    private final long graceMs;

    /**
     * Whether a left or outer join gives a record without a partner only when its window has closed. False by the
     * methods that have been deprecated: then it is given at once, and again when a partner comes.
     */
    protected final boolean enableSpuriousResultFix;

    /**
     * Copies.
     *
     * @param joinWindows what to copy
     */
    protected JoinWindows(JoinWindows joinWindows) {
        this(joinWindows.beforeMs, joinWindows.afterMs, joinWindows.graceMs, joinWindows.enableSpuriousResultFix);
    }

    private JoinWindows(long beforeMs, long afterMs, long graceMs, boolean enableSpuriousResultFix) {
        if (beforeMs + afterMs < 0) {
            throw new IllegalArgumentException("Window interval (ie, beforeMs+afterMs) must not be negative.");
        }
        if (graceMs < 0) {
            throw new IllegalArgumentException("Grace period must not be negative.");
        }
        this.beforeMs = beforeMs;
        this.afterMs = afterMs;
        this.graceMs = graceMs;
        this.enableSpuriousResultFix = enableSpuriousResultFix;
    }

    /**
     * Joins records up to this far from each other, and waits for late ones.
     *
     * @param timeDifference how far, both ways
     * @param afterWindowEnd for how long after the end of a record's window late records are joined with it
     * @return the windows
     * @throws IllegalArgumentException if one of both is null, negative, or too long for milliseconds
     */
    public static JoinWindows ofTimeDifferenceAndGrace(Duration timeDifference, Duration afterWindowEnd) {
        long differenceMs = Millis.of(timeDifference, "timeDifference");
        return new JoinWindows(differenceMs, differenceMs, Millis.of(afterWindowEnd, "afterWindowEnd"), true);
    }

    /**
     * Joins records up to this far from each other, and does not wait for late ones.
     *
     * @param timeDifference how far, both ways
     * @return the windows
     * @throws IllegalArgumentException if it is null, negative, or too long for milliseconds
     */
    public static JoinWindows ofTimeDifferenceWithNoGrace(Duration timeDifference) {
        return ofTimeDifferenceAndGrace(timeDifference, Duration.ofMillis(NO_GRACE_PERIOD));
    }

    /**
     * Joins records up to this far from each other, and waits for late ones for what is left of a day. Left and outer
     * joins give a record without a partner at once, and again when a partner comes.
     *
     * @param timeDifference how far, both ways
     * @return the windows
     * @throws IllegalArgumentException if it is null, negative, or too long for milliseconds
     * @deprecated use {@link #ofTimeDifferenceAndGrace} or {@link #ofTimeDifferenceWithNoGrace}
     */
    @Deprecated
    public static JoinWindows of(Duration timeDifference) throws IllegalArgumentException {
        long differenceMs = Millis.of(timeDifference, "timeDifference");
        long restOfDayMs = Math.max(DEPRECATED_DEFAULT_24_HR_GRACE_PERIOD - differenceMs * 2, 0);
        return new JoinWindows(differenceMs, differenceMs, restOfDayMs, false);
    }

    /**
     * With another bound for older records.
     *
     * @param timeDifference by how much a record of the other stream may be older
     * @return a copy
     * @throws IllegalArgumentException if it is null or too long for milliseconds, or if the bounds cross
     */
    public JoinWindows before(Duration timeDifference) throws IllegalArgumentException {
        long differenceMs = Millis.of(timeDifference, "timeDifference");
        return new JoinWindows(differenceMs, afterMs, graceMs, enableSpuriousResultFix);
    }

    /**
     * With another bound for newer records.
     *
     * @param timeDifference by how much a record of the other stream may be newer
     * @return a copy
     * @throws IllegalArgumentException if it is null or too long for milliseconds, or if the bounds cross
     */
    public JoinWindows after(Duration timeDifference) throws IllegalArgumentException {
        long differenceMs = Millis.of(timeDifference, "timeDifference");
        return new JoinWindows(beforeMs, differenceMs, graceMs, enableSpuriousResultFix);
    }

    /**
     * Refused: which records are joined depends on pairs of them.
     *
     * @param timestamp not looked at
     * @return never
     * @throws UnsupportedOperationException always
     */
    @Override
    public Map<Long, Window> windowsFor(long timestamp) {
        throw new UnsupportedOperationException("windowsFor() is not supported by JoinWindows.");
    }

    /**
     * How long a record's window is: from the oldest to the newest partner it may have.
     *
     * @return milliseconds
     */
    @Override
    public long size() {
        return beforeMs + afterMs;
    }

    /**
     * Waits for late records.
     *
     * @param afterWindowEnd for how long after the end of a record's window late records are joined with it
     * @return a copy
     * @throws IllegalArgumentException if it is null, negative, or too long for milliseconds
     * @throws IllegalStateException if the windows were made with a grace, or with no grace
     * @deprecated use {@link #ofTimeDifferenceAndGrace}
     */
    @Deprecated
    public JoinWindows grace(Duration afterWindowEnd) throws IllegalArgumentException {
        if (enableSpuriousResultFix) {
            throw new IllegalStateException("Cannot call grace() after setting grace value via"
                    + " ofTimeDifferenceAndGrace or ofTimeDifferenceWithNoGrace.");
        }
        return new JoinWindows(beforeMs, afterMs, Millis.of(afterWindowEnd, "afterWindowEnd"), false);
    }

    @Override
    public long gracePeriodMs() {
        return graceMs;
    }

    /** Compares the times alone. */
    @Override
    public boolean equals(Object o) {
        if (o == null || getClass() != o.getClass()) {
            return false;
        }
        JoinWindows other = (JoinWindows) o;
        return beforeMs == other.beforeMs && afterMs == other.afterMs && graceMs == other.graceMs;
    }

    @Override
    public int hashCode() {
        return Objects.hash(beforeMs, afterMs, graceMs);
    }

    @Override
    public String toString() {
        return "JoinWindows{beforeMs=" + beforeMs + ", afterMs=" + afterMs + ", graceMs=" + graceMs + '}';
    }
}
