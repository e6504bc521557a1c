package org.stoatflow.kernel.epoch;

/**
 * How many bytes an epoch may hold: so many as the user allows, and as are sent within a set time at the rate that was
 * measured. An epoch that is sent for longer than {@code transaction.timeout.ms} is fenced, built again, and sent for
 * as long again. Begins small and doubles with each epoch that is sent fast enough, since before the first no rate is
 * known.
 *
 * <p>Threads: the committer tells; the dispatcher asks.
 */
public final class EpochBound {
    static final long BYTES_AT_FIRST = 1 << 20;
    static final long BYTES_MIN = 1 << 16;

    private final long bytesMax;
    private final long sendNsMax;
    private volatile long bytes;

    private EpochBound(long bytesMax, long sendNsMax, long bytes) {
        this.bytesMax = bytesMax;
        this.sendNsMax = sendNsMax;
        this.bytes = bytes;
    }

    /** What the user allows, however long it is sent. */
    public static EpochBound fixed(long bytesMax) {
        return new EpochBound(bytesMax, Long.MAX_VALUE, bytesMax);
    }

    /** What the user allows, and what is sent in so long a time. */
    public static EpochBound sentWithin(long sendNsMax, long bytesMax) {
        return new EpochBound(bytesMax, sendNsMax, Math.min(bytesMax, BYTES_AT_FIRST));
    }

    public long bytes() {
        return bytes;
    }

    /**
     * An epoch has been sent and acknowledged. A small one, most of whose time is not spent on bytes, may raise the
     * bound and does not lower it, unless it took too long.
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
