package org.stoatflow.examples.demo;

/**
 * How long no count came because the application was killed: from the kill to the first count of a line that was due
 * after it, which only the next life can have counted. The main thread says when it kills, the reader's what comes;
 * guarded by this object's monitor.
 */
final class Comeback {
    private static final long NEVER = Long.MIN_VALUE;

    private long killedMicros = NEVER;
    private long backMicros = NEVER;

    synchronized void onKill(long nowMicros) {
        killedMicros = nowMicros;
    }

    /** Hears of a count, of a line that was due at {@code slotMicros}. */
    synchronized void onResult(long slotMicros, long nowMicros) {
        if (killedMicros != NEVER && backMicros == NEVER && slotMicros >= killedMicros) {
            backMicros = nowMicros;
        }
    }

    /** Whether it is killed, and no count has come since. */
    synchronized boolean isDead() {
        return killedMicros != NEVER && backMicros == NEVER;
    }

    synchronized boolean isBack() {
        return backMicros != NEVER;
    }

    /** From the kill to the first count. */
    synchronized double seconds() {
        if (backMicros == NEVER) {
            throw new IllegalStateException("killedMicros=" + killedMicros + ", and no count has come since");
        }
        return (backMicros - killedMicros) / 1e6;
    }
}
