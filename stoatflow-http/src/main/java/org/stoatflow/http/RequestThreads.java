package org.stoatflow.http;

import java.time.Duration;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The threads that answer requests: of the platform, since lanes may use all carriers of virtual ones.
 *
 * <p>A client that stops in the middle of its request, or does not read, keeps a thread in a read or write of a
 * channel, for which the server knows bounds of the whole process only. So a request is interrupted after a while,
 * which closes its connection; and when all threads are taken, so is the oldest one for each that comes: a probe is
 * answered beside any number of clients that hang.
 */
final class RequestThreads implements Executor, AutoCloseable {
    static final int THREADS_MAX = 16;
    private static final int WAITING_MAX = 64; // beyond it a connection is refused
    private static final int IDLE_SECONDS = 30;

    private final Duration limit;
    private final ThreadPoolExecutor threads;
    private final ScheduledThreadPoolExecutor limits;
    private final AtomicLong begun = new AtomicLong();
    private final Set<Request> running = ConcurrentHashMap.newKeySet(); // each its own thread's

    /** @param limit how long reading a request, making its answer and writing it may take in all */
    RequestThreads(Duration limit) {
        this.limit = limit;
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
        private final long number;
        private final Thread thread = Thread.currentThread();
        private boolean ended; // guarded by this

        Request(long number) {
            this.number = number;
        }

        long number() {
            return number;
        }

        synchronized void interrupt() {
            if (!ended) {
                thread.interrupt();
            }
        }

        synchronized void end() {
            ended = true;
        }
    }

    /** @throws RejectedExecutionException if too many wait already */
    @Override
    public void execute(Runnable work) {
        if (threads.getActiveCount() >= THREADS_MAX) {
            running.stream().min(Comparator.comparingLong(Request::number)).ifPresent(Request::interrupt);
        }
        threads.execute(() -> run(work));
    }

    private void run(Runnable work) {
        Request request = new Request(begun.incrementAndGet());
        Future<?> atLimit = limits.schedule(request::interrupt, limit.toMillis(), TimeUnit.MILLISECONDS);
        running.add(request);
        try {
            work.run();
        } finally {
            request.end();
            running.remove(request);
            atLimit.cancel(false);
            Thread.interrupted(); // the next request is another client's
        }
    }

    /** Ends the threads; what is under way is interrupted. */
    @Override
    public void close() {
        threads.shutdownNow();
        limits.shutdownNow();
    }
}
