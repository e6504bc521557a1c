package org.stoatflow.runtime.it;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.stoatflow.runtime.testkit.Eventually;

/** What records pass in a processor: it lets them go, keeps them waiting, or fails. Any thread. */
final class Gate implements Runnable {
    private static final int PASSES_UNBOUNDED = Integer.MAX_VALUE;

    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger passes;
    private volatile boolean closed;
    private volatile boolean broken;

    /** @param passes how many records pass before the gate fails */
    private Gate(int passes) {
        this.passes = new AtomicInteger(passes);
    }

    static Gate open() {
        return new Gate(PASSES_UNBOUNDED);
    }

    static Gate failingAfter(int passes) {
        return new Gate(passes);
    }

    @Override
    public void run() {
        waiting.incrementAndGet();
        long endNs = System.nanoTime() + Eventually.LIMIT.toNanos();
        while (closed && !broken && System.nanoTime() < endNs) {
            LockSupport.parkNanos(1_000_000);
        }
        waiting.decrementAndGet();
        if (closed || broken || passes.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
            throw new IllegalStateException("the gate is broken");
        }
    }

    void close() {
        closed = true;
    }

    void reopen() {
        closed = false;
    }

    void breakDown() {
        broken = true;
    }

    void awaitAnyWaiting() {
        Eventually.await(() -> waiting.get() > 0, () -> "a record at the gate");
    }

    void awaitWaiting(int records) {
        Eventually.await(() -> waiting.get() == records, () -> records + " records at the gate, not " + waiting.get());
    }
}
