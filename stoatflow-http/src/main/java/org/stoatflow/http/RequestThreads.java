package org.stoatflow.http;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.stoatflow.config.TimeSpans;

/**
 * The threads that answer requests: of the platform, since lanes may use all carriers of virtual ones.
 *
 * <p>A client that stops in the middle of its request, or does not read, keeps a thread in a read or write of a
 * channel, for which the server knows bounds of the whole process only. So a request is interrupted after a while,
 * which closes its connection; and when all threads are taken, so is the oldest one for each that waits, once it has
 * run for a second: a probe is answered beside any number of clients that hang, and a burst of quick requests cuts none
 * of them.
 */
final class RequestThreads implements Executor, AutoCloseable {
    static final int THREADS_MAX = 16;
    private static final int WAITING_MAX = 64; // beyond it a connection is refused
    private static final int IDLE_SECONDS = 30;
    private static final long SECOND_NS =
            TimeSpans.nanos(Duration.ofSeconds(1)); // what takes less makes room by itself

    private final Duration limit;
    private final LongSupplier nanos;
    private final ThreadPoolExecutor threads;
    private final ScheduledThreadPoolExecutor limits;
    private final Set<Request> running = new LinkedHashSet<>(); // guarded by this; the oldest first
    private int owed; // guarded by this: how many threads are to be freed for those that wait

    /** @param limit how long reading a request, making its answer and writing it may take in all */
    RequestThreads(Duration limit) {
        this(limit, System::nanoTime);
    }

    /** @param nanos the time, by which requests are old */
    RequestThreads(Duration limit, LongSupplier nanos) {
        this.limit = limit;
        this.nanos = nanos;
        threads = new ThreadPoolExecutor(
                THREADS_MAX,
                THREADS_MAX,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(WAITING_MAX),
                Thread.ofPlatform().daemon().name("stoatflow-http-", 1).factory());
        threads.allowCoreThreadTimeOut(true);
        limits = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("stoatflow-http-limits").factory());
        limits.setRemoveOnCancelPolicy(true);
    }

    /** One request, which can be interrupted until it ends, and not its thread behind that. */
    private static final class Request {
        private final long begunNs;
        private final Thread thread = Thread.currentThread();
        private boolean interrupted; // guarded by this
        private boolean ended; // guarded by this

        Request(long begunNs) {
            this.begunNs = begunNs;
        }

        boolean hasRunFor(long spanNs, long nowNs) {
            return nowNs - begunNs >= spanNs;
        }

        /** Whether it runs, and is interrupted by this call and by none before. */
        synchronized boolean interrupt() {
            if (ended || interrupted) {
                return false;
            }
            interrupted = true;
            thread.interrupt();
            return true;
        }

        synchronized void end() {
            ended = true;
        }
    }

    /** @throws RejectedExecutionException if too many wait already */
    @Override
    public synchronized void execute(Runnable work) {
        if (threads.getActiveCount() >= THREADS_MAX) {
            makeRoom(1);
        }
        threads.execute(() -> run(work));
    }

    /** Interrupts the oldest requests for those that wait, one for each, if they are old enough. */
    private synchronized void makeRoom(int coming) {
        owed = Math.min(owed, threads.getQueue().size()) + coming;
        long nowNs = nanos.getAsLong();
        for (Request request : running) {
            if (owed == 0 || !request.hasRunFor(SECOND_NS, nowNs)) {
                return;
            }
            if (request.interrupt()) {
                owed--;
            }
        }
    }

    private void run(Runnable work) {
        Request request = begin();
        Future<?> atLimit = limits.schedule(request::interrupt, TimeSpans.nanos(limit), TimeUnit.NANOSECONDS);
        Future<?> atSecond = limits.schedule(() -> makeRoom(0), SECOND_NS, TimeUnit.NANOSECONDS);
        try {
            work.run();
        } finally {
            request.end();
            end(request);
            atLimit.cancel(false);
            atSecond.cancel(false);
            Thread.interrupted(); // the next request is another client's
        }
    }

    private synchronized Request begin() {
        Request request = new Request(nanos.getAsLong());
        running.add(request);
        return request;
    }

    private synchronized void end(Request request) {
        running.remove(request);
    }

    /** Ends the threads; what is under way is interrupted. */
    @Override
    public void close() {
        threads.shutdownNow();
        limits.shutdownNow();
    }
}
