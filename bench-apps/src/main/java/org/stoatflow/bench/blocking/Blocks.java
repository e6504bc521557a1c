package org.stoatflow.bench.blocking;

/** A call that blocks, as a call of another service does. */
final class Blocks {
    private Blocks() {}

    static void forMs(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while blocking", interrupted);
        }
    }
}
