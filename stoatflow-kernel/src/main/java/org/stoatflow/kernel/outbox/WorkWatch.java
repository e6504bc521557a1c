package org.stoatflow.kernel.outbox;

import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.EpochTooLargeException;

/**
 * Watches how much a lane's work makes while it runs: one record may become a million. Owner: the lane's thread.
 *
 * <p>A record costs a comparison and a plain store here. The lane looks closer each time its outbox has grown by {@link
 * #lookBytes}.
 */
final class WorkWatch {
    /** After how many bytes more in its outbox a lane looks, if an epoch may hold far more: a full batch's. */
    private static final long LOOK_BYTES_MAX = 1 << 18;

    private static final int LOOKS = 4;

    /** After how many records of a batch a lane looks at what they have written to stores. */
    static final int RECORDS = 8;

    private final long epochBytesMax;
    private final long lookBytes;
    private final InitWrites inits = new InitWrites();
    private @Nullable Epoch epoch; // none between two pieces of work: an idle lane must not keep an epoch
    private boolean byTime;
    private long lookAtBytes = Long.MAX_VALUE; // of the outbox
    private long recordFromBytes; // of the outbox
    private @Nullable EpochTooLargeException tooLarge;
    private boolean held;

    /** @param epochBytesMax how many bytes an isolated epoch may hold */
    WorkWatch(long epochBytesMax) {
        this.epochBytesMax = epochBytesMax;
        this.lookBytes = Math.min(LOOK_BYTES_MAX, epochBytesMax / LOOKS);
    }

    void begin(Epoch newEpoch, boolean newByTime, long outboxBytes) {
        epoch = newEpoch;
        byTime = newByTime;
        beginRecord(outboxBytes);
        looked(outboxBytes);
    }

    /** What the lane's processors have written before the first work. */
    InitWrites inits() {
        return inits;
    }

    void beginRecord(long outboxBytes) {
        recordFromBytes = outboxBytes;
    }

    /** The epoch of the work, or null between two pieces of work. */
    @Nullable
    Epoch epoch() {
        return epoch;
    }

    /** The outbox is part of a savepoint, or is not any more. */
    void hold(boolean isHeld) {
        held = isHeld;
    }

    boolean isHeld() {
        return held;
    }

    /** After how many bytes more a lane looks. */
    long lookBytes() {
        return lookBytes;
    }

    boolean isLookDue(long outboxBytes) {
        return outboxBytes >= lookAtBytes;
    }

    void looked(long outboxBytes) {
        lookAtBytes = outboxBytes + lookBytes;
    }

    /** Why the work of an isolated epoch has to stop, or null. What it was once stopped for stays. */
    @Nullable
    EpochTooLargeException tooLarge(long outboxBytes) {
        Epoch of = epoch;
        if (tooLarge == null && of != null) {
            long held = of.memory().all();
            if (held > epochBytesMax) {
                long own = outboxBytes - recordFromBytes;
                tooLarge = inits.bytes() > epochBytesMax / 2
                        ? EpochTooLargeException.byInit(of.number(), held, inits.text(), epochBytesMax)
                        : new EpochTooLargeException(of.number(), held, own, epochBytesMax, byTime);
            }
        }
        return tooLarge;
    }

    /** Why the work has been stopped, or null. */
    @Nullable
    EpochTooLargeException stopped() {
        return tooLarge;
    }

    void end() {
        epoch = null;
        lookAtBytes = Long.MAX_VALUE;
    }
}
