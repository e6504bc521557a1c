package org.stoatflow.memorykafka;

/** From which offset on, and until when, a log shows nothing to fetches. */
record HeldBack(long fromOffset, long untilMs) {
    static final HeldBack NOTHING = new HeldBack(Long.MAX_VALUE, 0);

    /** Where a fetch must stop, which would stop at the end. */
    long bound(long end, long nowMs) {
        return nowMs < untilMs ? Math.min(end, fromOffset) : end;
    }
}
