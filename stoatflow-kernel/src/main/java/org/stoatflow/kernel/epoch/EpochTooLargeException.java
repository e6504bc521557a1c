package org.stoatflow.kernel.epoch;

import org.stoatflow.kernel.error.PassesHandlers;

/**
 * An isolated epoch holds more bytes than one may, so a lane has stopped in the middle of its work. User code on the
 * stack may catch the exception: the lane keeps it, and ends with it all the same.
 */
public final class EpochTooLargeException extends IllegalStateException implements PassesHandlers {
    private static final long serialVersionUID = 1L;

    /** The epoch's number. */
    private final long epoch;

    /** Whether most of the bytes are of the one piece of work that the lane was at. */
    private final boolean ofOne;

    /** Whether that was a time batch. */
    private final boolean byTime;

    /**
     * @param bytes how many bytes the epoch holds
     * @param own how many of them the record or punctuation has made that the lane was at
     * @param most how many bytes it may hold
     * @param byTime whether the lane was at a time batch
     */
    public EpochTooLargeException(long epoch, long bytes, long own, long most, boolean byTime) {
        this(
                epoch,
                "What is not committed of epoch " + epoch + " takes " + bytes + " bytes of memory, of which " + own
                        + " are output of this " + (byTime ? "punctuation" : "record") + ", and may take " + most,
                own >= most / 2,
                byTime);
    }

    private EpochTooLargeException(long epoch, String message, boolean ofOne, boolean byTime) {
        super(message);
        this.epoch = epoch;
        this.ofOne = ofOne;
        this.byTime = byTime;
    }

    /**
     * Most of the bytes were written while processors were prepared. The epoch may have records all the same, and then
     * fewer of them may fit.
     *
     * @param bytes how many bytes the epoch holds
     * @param written what has written how much
     * @param most how many bytes it may hold
     */
    public static EpochTooLargeException byInit(long epoch, long bytes, String written, long most) {
        return new EpochTooLargeException(
                epoch,
                "What is not committed of epoch " + epoch + " takes " + bytes + " bytes of memory, and may take " + most
                        + ": " + written,
                true,
                false);
    }

    /** Number of the epoch. */
    public long epoch() {
        return epoch;
    }

    /** Whether most of the bytes are of the one piece of work that the lane was at. */
    public boolean isOfOne() {
        return ofOne;
    }

    /** Whether the lane was at a time batch. */
    public boolean isByTime() {
        return byTime;
    }
}
