package org.stoatflow.runtime.source;

import org.stoatflow.kernel.batch.SourceBatch;

/** One round of handing out: how many records and bytes may still go, and where to. Owner: the dispatcher's thread. */
final class RoutingRound {
    private final long nowNs;
    private final Taker taker;
    private final int recordsMax;
    private long bytesLeft;
    private int taken;

    /** Takes the next record of a queue. */
    interface Taker {
        void take(PartitionQueue queue);

        /** Whether the next record of the queue may be taken now; asked before each record. */
        boolean mayTake(PartitionQueue queue);
    }

    /** @param bytesMax about how many bytes go out at most; at least one record goes out, however large it is */
    RoutingRound(int recordsMax, long bytesMax, long nowNs, Taker taker) {
        this.recordsMax = recordsMax;
        this.bytesLeft = bytesMax;
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
        return taken >= recordsMax || bytesLeft <= 0;
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
        return bytes;
    }
}
