package org.stoatflow.kernel.lane;

/**
 * The load of a hop at which lanes stop feeding the hop (docs/DESIGN.md, "Back-pressure").
 *
 * @param batches number of outstanding batches at the hop
 * @param bytes bytes in these batches
 */
record HopMark(int batches, long bytes) {
    boolean isReachedBy(int outstanding, long outstandingBytes) {
        return outstanding >= batches || outstandingBytes >= bytes;
    }

    /** The load in bytes at which lanes that wait for the hop are woken. */
    long reliefBytes() {
        return bytes / 2;
    }
}
