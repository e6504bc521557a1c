package org.stoatflow.http;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes the threads that answer requests: of the platform, since lanes may use all carriers of virtual ones. One that
 * waits for a client's request or for its reading has a thread of its own; beyond the bound a connection is refused.
 */
final class RequestThreads {
    private static final int THREADS_MAX = 16;
    private static final int IDLE_SECONDS = 30;

    private RequestThreads() {}

    static ThreadPoolExecutor started() {
        AtomicInteger made = new AtomicInteger();
        return new ThreadPoolExecutor(
                0,
                THREADS_MAX,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                work -> Thread.ofPlatform()
                        .daemon()
                        .name("stoatflow-http-" + made.incrementAndGet())
                        .unstarted(work));
    }
}
