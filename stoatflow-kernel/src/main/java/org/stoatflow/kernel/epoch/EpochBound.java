package org.stoatflow.kernel.epoch;

/**
 * How many bytes an epoch may hold: at most as many as the user allows, and as the committer can send within a set time
 * at the measured rate. An epoch whose sending takes longer than {@code transaction.timeout.ms} is fenced, built again,
 * and sent for as long again. The bound begins small, since no rate is known before the first epoch, and doubles with
 * each epoch that is sent fast enough.
 *
 * <p>Threads: the committer reports what it has sent; the dispatcher reads the bound.
 */
public final class EpochBound {
    static final long BYTES_AT_FIRST = 1 << 20;
    static final long BYTES_MIN = 1 << 16;

    private final long bytesMax;
    private final long sendNsMax;

    /** Shared. Written by: committer. Read by: dispatcher. Safe: volatile, one writer. Proof: SharedFieldsTest. */
    private volatile long bytes;

    private EpochBound(long bytesMax, long sendNsMax, long bytes) {
        this.bytesMax = bytesMax;
        this.sendNsMax = sendNsMax;
        this.bytes = bytes;
    }

    /** A bound that is only the user's, however long sending takes. */
    public static EpochBound fixed(long bytesMax) {
        return new EpochBound(bytesMax, Long.MAX_VALUE, bytesMax);
    }

    /** A bound of what the user allows, and of what is sent within {@code sendNsMax}. */
    public static EpochBound sentWithin(long sendNsMax, long bytesMax) {
        return new EpochBound(bytesMax, sendNsMax, Math.min(bytesMax, BYTES_AT_FIRST));
    }

    public long bytes() {
        return bytes;
    }

    /**
     * An epoch has been sent and acknowledged. A small epoch spends most of its time on other things than bytes, so it
     * may raise the bound, and lowers the bound only if it took too long.
     */
    public void onSent(long sent, long tookNs) {
        if (sendNsMax == Long.MAX_VALUE) {
            return;
        }
        long now = bytes;
        long sentInTime = (long) (sent * ((double) sendNsMax / Math.max(1, tookNs)));
        if (sentInTime > now || sent >= now / 2 || tookNs > sendNsMax) {
            bytes = Math.clamp(Math.min(2 * now, sentInTime), Math.min(BYTES_MIN, bytesMax), bytesMax);
        }
    }
}
