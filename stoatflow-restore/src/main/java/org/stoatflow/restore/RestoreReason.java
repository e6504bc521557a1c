package org.stoatflow.restore;

/** Why a store partition is restored as it is. The {@code FULL} ones wipe it and read the whole log. */
public enum RestoreReason {
    /** The rows have all that was ever written to the log: nothing to do. */
    UP_TO_DATE("is up to date"),
    /** The rows miss the end of the log: read on from the stored position. */
    TAIL("misses the end of its changelog"),
    /** No position is stored, as for a new store or folder. */
    FULL_POSITION_MISSING("has no stored position"),
    /** A rebuild was cut off before it had a position, and may have left rows. */
    FULL_CUT_OFF("was cut off in a rebuild before"),
    /** A file with rows of the store was damaged, so that the store was emptied when the state was opened. */
    FULL_DAMAGED("has lost its rows, since a file of the state was damaged"),
    /** The topology needs rows of another form, so that the store was emptied when the state was opened. */
    FULL_OTHER_LAYOUT("has lost its rows, since they were written in another layout"),
    /** The log starts after the stored position, so records in between are gone. */
    FULL_OFFSET_GONE("has a position below the start of the log"),
    /** The log ends before the stored position: the topic was made anew. */
    FULL_BEYOND_END("has a position beyond the end of the log, so the topic was recreated"),
    /** Tombstones behind the stored position may have been compacted away, which would leave deleted rows. */
    FULL_TOO_OLD("was last complete longer ago than the topic's delete.retention.ms, or may not read that"),
    /** As for {@link #FULL_TOO_OLD}: how long ago the rows were complete is not known. */
    FULL_CLOCK_AHEAD("was last complete at a time that is still to come: a clock was ahead, or is behind now");

    private final String text;

    RestoreReason(String text) {
        this.text = text;
    }

    /**
     * Whether rows are removed before the log is read from its start.
     *
     * @return true for the {@code FULL} reasons
     */
    public boolean isFull() {
        return switch (this) {
            case UP_TO_DATE, TAIL -> false;
            case FULL_POSITION_MISSING,
                    FULL_CUT_OFF,
                    FULL_DAMAGED,
                    FULL_OTHER_LAYOUT,
                    FULL_OFFSET_GONE,
                    FULL_BEYOND_END,
                    FULL_TOO_OLD,
                    FULL_CLOCK_AHEAD -> true;
        };
    }

    @Override
    public String toString() {
        return text;
    }
}
