package org.stoatflow.state;

/**
 * For how long an engine keeps a removed store: one that is on its disk and that the application does not open any
 * more. The first opening without the store notes its time; a later one deletes the store once that is too long ago.
 *
 * @param nowMs the time of the opening, in milliseconds since 1970
 * @param keepMs for how long such a store is kept, in milliseconds
 */
public record Removal(long nowMs, long keepMs) {
    /** Nothing is noted, and nothing is deleted. */
    public static final Removal NONE = new Removal(Long.MIN_VALUE, Long.MAX_VALUE);

    /** Whether a store that is missing for the first time is noted. */
    public boolean isNoted() {
        return nowMs != Long.MIN_VALUE;
    }

    /**
     * Whether a store has been missing for too long.
     *
     * @param removedAtMs when it was missing for the first time, in milliseconds since 1970
     */
    public boolean isDue(long removedAtMs) {
        return isNoted() && nowMs - removedAtMs > keepMs;
    }
}
