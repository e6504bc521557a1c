package org.stoatflow.streams.kstream;

import java.util.Map;

/**
 * Which windows a record falls into, by its timestamp, and how long late records are waited for. Users may write their
 * own; lanes call it at the same time, so it must not change.
 *
 * @param <W> the type of the windows
 */
public abstract class Windows<W extends Window> {
    /** One day: the grace of methods that have been deprecated and set none, before it is lessened by the size. */
    protected static final long DEPRECATED_DEFAULT_24_HR_GRACE_PERIOD = 86_400_000L;

    /** No waiting for late records: a window closes once the stream's time has reached its end. */
    protected static final long NO_GRACE_PERIOD = 0L;

    /** For subclasses. */
    protected Windows() {}

    /**
     * The windows that hold a record of this time.
     *
     * @param timestamp the record's timestamp, in milliseconds since 1970
     * @return the windows by their starts, in the order in which they are updated; empty for none
     */
    public abstract Map<Long, W> windowsFor(long timestamp);

    /**
     * How long a window is.
     *
     * @return milliseconds
     */
    public abstract long size();

    /**
     * For how long after a window's end, in the stream's time, late records still change it. Later ones are dropped.
     *
     * @return milliseconds, 0 or more
     */
    public abstract long gracePeriodMs();
}
