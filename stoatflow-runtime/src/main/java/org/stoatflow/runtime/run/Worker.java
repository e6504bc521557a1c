package org.stoatflow.runtime.run;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.stoatflow.runtime.cluster.StepInterrupt;

/**
 * A thread that does one step after another until another thread stops it, and parks while there is nothing to do. A
 * wake that comes between a step without work and the park is not lost: the thread's permit stays.
 *
 * <p>Threads: the worker's own runs the steps; any thread wakes and stops.
 */
final class Worker {
    private final Thread thread;
    private final StepInterrupt interrupt = new StepInterrupt();

    /**
     * Shared. Written by: whoever ends the run. Read by: the lane's thread. Safe: volatile, one way; the thread is
     * woken afterwards. Proof: SharedFieldsTest.
     */
    private volatile boolean stopping;

    /**
     * What a worker does in its thread.
     *
     * @param begin runs before the first step
     * @param step does the next thing; false if there is nothing to do until a wake
     * @param waitNs how long to wait at most after a step without work
     * @param rest runs after the last step, and may be interrupted as a step
     * @param close runs last of all, and is not interrupted
     */
    record Work(Runnable begin, BooleanSupplier step, LongSupplier waitNs, Runnable rest, Runnable close) {}

    /** A worker that has nothing to begin with, and waits for a wake only. */
    Worker(ThreadMaker maker, BooleanSupplier step, Runnable close, Consumer<Throwable> onFailure) {
        this(maker, new Work(() -> {}, step, () -> Long.MAX_VALUE, () -> {}, close), onFailure);
    }

    /** @param onFailure takes what the work throws; no step follows */
    Worker(ThreadMaker maker, Work work, Consumer<Throwable> onFailure) {
        thread = maker.make(() -> {
            try {
                if (!stopping) {
                    work.begin().run();
                }
                while (!stopping) {
                    boolean hasWorked = work.step().getAsBoolean();
                    Thread.interrupted(); // where user code has left it set, parks would not wait
                    if (!hasWorked && !stopping) { // a wait in user code may have taken the wake of the stop
                        park(work.waitNs().getAsLong());
                    } else if (Thread.currentThread().isVirtual()) {
                        Thread.yield(); // virtual threads are not time-sliced
                    }
                }
            } catch (Throwable failure) { // the thread's root
                onFailure.accept(failure);
            } finally {
                end(work);
            }
        });
    }

    private void end(Work work) {
        try {
            work.rest().run();
        } finally {
            interrupt.end();
            work.close().run();
        }
    }

    /** Parks. A timed park of a virtual thread costs a timer, so the park has no time-out where nothing falls due. */
    private void park(long waitNs) {
        if (waitNs == Long.MAX_VALUE) {
            LockSupport.park(this);
        } else {
            LockSupport.parkNanos(this, waitNs);
        }
    }

    /** Makes the thread for a body. */
    @FunctionalInterface
    interface ThreadMaker {
        Thread make(Runnable body);
    }

    void start() {
        thread.start();
    }

    void wake() {
        LockSupport.unpark(thread);
    }

    /** No step begins after this; one that runs goes on to its end. A worker that starts after this does nothing. */
    void stop() {
        stopping = true;
        wake();
    }

    /** Interrupts the step that is under way, and never what closes behind the last one. */
    void interrupt() {
        interrupt.interrupt(thread);
    }

    /** Whether nothing is being done any more, or yet. */
    boolean hasEnded() {
        Thread.State state = thread.getState();
        return state == Thread.State.NEW || state == Thread.State.TERMINATED;
    }

    /** Waits for the thread's end, and returns whether it has come. One that has not started does nothing any more. */
    boolean awaitEnd(long waitNs) {
        if (thread.getState() == Thread.State.NEW) {
            return true;
        }
        return EngineThreads.awaitEnd(thread, waitNs);
    }
}
