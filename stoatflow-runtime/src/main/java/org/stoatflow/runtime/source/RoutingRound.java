package org.stoatflow.runtime.source;

import org.stoatflow.kernel.batch.SourceBatch;
import org.stoatflow.kernel.epoch.Growth;

/** One round of handing out: how many records and bytes may still go, and where to. Owner: the dispatcher's thread. */
final class RoutingRound {
    private final long nowNs;
    private final Taker taker;
    private final int recordsMax;
    private final Growth growth;
    private long bytesLeft;
    private long grownBytesLeft;
    private int taken;

    /** Takes the next record of a queue. */
    interface Taker {
        void take(PartitionQueue queue);

        /** Whether the next record of the queue may be taken now; asked before each record. */
        boolean mayTake(PartitionQueue queue);
    }

    /** @param room what may go out; at least one record does, however large it is, if any may */
    RoutingRound(EpochCapacity.Room room, long nowNs, Taker taker) {
        this.recordsMax = room.records();
        this.growth = room.growth();
        this.bytesLeft = room.bytes();
        this.grownBytesLeft = room.grownBytes();
        this.nowNs = nowNs;
        this.taker = taker;
    }

    long nowNs() {
        return nowNs;
    }

    int taken() {
        return taken;
    }

    boolean isOver() {
        return taken >= recordsMax || bytesLeft <= 0 || grownBytesLeft <= 0;
    }

    boolean mayTake(PartitionQueue queue) {
        return taker.mayTake(queue);
    }

    /**
     * Hands out the queue's next record; {@link Taker#mayTake} must have allowed it.
     *
     * @return the bytes that the record counts
     */
    long take(PartitionQueue queue) {
        long bytes = SourceBatch.bytesOf(queue.head());
        taker.take(queue);
        taken++;
        bytesLeft -= bytes;
        grownBytesLeft -= (long) (bytes * growth.of(queue.entry().id()));
        return bytes;
    }
}
