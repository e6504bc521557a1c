package org.stoatflow.state;

import java.util.Set;

/**
 * For how long an engine keeps a removed store: one that is on its disk and that the application does not open there
 * any more. The first opening without the store notes its time; a later one deletes the store once that is too long
 * ago.
 *
 * @param nowMs the time of the opening, in milliseconds since 1970
 * @param keepMs for how long such a store is kept, in milliseconds
 * @param elsewhere the names of the stores that the application has in another place, as in memory; what the runtime
 *     keeps by such a name belongs to that store, and not to rows that an earlier one has left on the disk
 */
public record Removal(long nowMs, long keepMs, Set<String> elsewhere) {
    /** Nothing is noted, and nothing is deleted. */
    public static final Removal NONE = new Removal(Long.MIN_VALUE, Long.MAX_VALUE);

    /** The application has no stores elsewhere. */
    public Removal(long nowMs, long keepMs) {
        this(nowMs, keepMs, Set.of());
    }

    /** The same, for an application that has these stores elsewhere. */
    public Removal besides(Set<String> elsewhere) {
        return new Removal(nowMs, keepMs, Set.copyOf(elsewhere));
    }

    /** Whether a store that is missing is noted. */
    public boolean isNoted() {
        return nowMs != Long.MIN_VALUE;
    }

    /**
     * Whether a note is from a time that is still to come: the day was wrong then, or is now. It counts from now on.
     *
     * @param removedAtMs when the store was missing for the first time, in milliseconds since 1970
     */
    public boolean isAhead(long removedAtMs) {
        return isNoted() && removedAtMs > nowMs;
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
