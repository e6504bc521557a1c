package org.stoatflow.kernel.outbox;

import org.jspecify.annotations.Nullable;

/**
 * How much the processors of a lane have written to stores while they were prepared, until an epoch has it. Owner: the
 * lane's thread.
 */
final class InitWrites {
    private @Nullable String preparing;
    private @Nullable String most; // the processor that has written most
    private long mostBytes;
    private long beforeBytes;
    private long allBytes;

    /**
     * The processor before is prepared, and this one is to be.
     *
     * @param bytes how many all have written so far
     */
    void next(@Nullable String processor, long bytes) {
        long own = bytes - beforeBytes;
        if (preparing != null && own > mostBytes) {
            most = preparing;
            mostBytes = own;
        }
        preparing = processor;
        beforeBytes = bytes;
        allBytes = bytes;
    }

    /** How many bytes all have written. */
    long bytes() {
        return allBytes;
    }

    /** What has written how much, for messages. */
    String text() {
        return allBytes + " of them were written before the first record, most of it (" + mostBytes
                + ") in init() of processor " + most;
    }

    /** An epoch has what was written. */
    void sealed() {
        allBytes = 0;
    }
}
