package org.stoatflow.kernel.lane;

/**
 * From which load on a hop is not fed (docs/DESIGN.md, "Back-pressure").
 *
 * @param batches that are outstanding at the hop
 * @param bytes in them
 */
record HopMark(int batches, long bytes) {
    boolean isReachedBy(int outstanding, long outstandingBytes) {
        return outstanding >= batches || outstandingBytes >= bytes;
    }

    /** What whoever waits for the hop is told of, in bytes. */
    long reliefBytes() {
        return bytes / 2;
    }
}
