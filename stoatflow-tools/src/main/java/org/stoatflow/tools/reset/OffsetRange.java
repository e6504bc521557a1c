package org.stoatflow.tools.reset;

/** The offsets that a partition has: from the first record, and where the next one will be. */
record OffsetRange(long earliest, long latest) {
    /** The asked offset, or the end of the range that it is beyond. */
    NewOffset within(long asked) {
        if (asked < earliest) {
            return new NewOffset(earliest, asked + " is below the earliest offset");
        }
        if (asked > latest) {
            return new NewOffset(latest, asked + " is above the latest offset");
        }
        return new NewOffset(asked);
    }
}
