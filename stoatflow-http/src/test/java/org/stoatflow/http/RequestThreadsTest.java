package org.stoatflow.http;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RequestThreadsTest {
    private static final Duration NEVER = Duration.ofDays(1);
    private static final int PATIENCE_SECONDS = 60;

    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final AtomicLong nowNs = new AtomicLong();
    private final CountDownLatch never = new CountDownLatch(1);

    @Test
    void shouldInterruptARequestAtItsLimit() throws Exception {
        try (RequestThreads threads = new RequestThreads(Duration.ofMillis(50))) {
            assertTrue(hanging(threads).get(PATIENCE_SECONDS, TimeUnit.SECONDS), "interrupted");
        }
    }

    @Test
    void shouldInterruptTheOldestWhereAllThreadsAreTaken() throws Exception {
        try (RequestThreads threads = new RequestThreads(NEVER, nowNs::get)) {
            CompletableFuture<Boolean> oldest = hanging(threads);
            CompletableFuture<Boolean> next = hanging(threads);
            fill(threads, 2);
            nowNs.addAndGet(SECOND_NS);
            CompletableFuture<Boolean> answered = new CompletableFuture<>();
            threads.execute(() -> answered.complete(Thread.currentThread().isInterrupted()));
            assertFalse(answered.get(PATIENCE_SECONDS, TimeUnit.SECONDS), "interrupted for another one");
            assertTrue(oldest.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
            assertFalse(next.isDone(), "one was enough");
        }
    }

    @Test
    void shouldInterruptTheNextWhereTheOldestDoesNotEnd() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        try (RequestThreads threads = new RequestThreads(NEVER, nowNs::get)) {
            CountDownLatch interrupted = new CountDownLatch(1);
            started(threads, () -> awaitWhatever(end, interrupted));
            CompletableFuture<Boolean> next = hanging(threads);
            CompletableFuture<Boolean> third = hanging(threads);
            fill(threads, 3);
            nowNs.addAndGet(SECOND_NS);
            CompletableFuture<Void> answered = new CompletableFuture<>();
            threads.execute(() -> answered.complete(null));
            assertTrue(interrupted.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
            threads.execute(() -> {});
            answered.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertTrue(next.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
            assertFalse(third.isDone(), "one for each");
            end.countDown();
        }
    }

    @Test
    void shouldInterruptNobodyForABurst() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        List<CompletableFuture<Boolean>> burst = new ArrayList<>();
        try (RequestThreads threads = new RequestThreads(NEVER, nowNs::get)) {
            for (int request = 0; request < RequestThreads.THREADS_MAX; request++) {
                burst.add(started(threads, () -> gate.await()));
            }
            nowNs.addAndGet(SECOND_NS - 1);
            for (int request = 0; request < 2 * RequestThreads.THREADS_MAX; request++) {
                CompletableFuture<Boolean> waiting = new CompletableFuture<>();
                burst.add(waiting);
                threads.execute(() -> waiting.complete(false));
            }
            gate.countDown();
            for (CompletableFuture<Boolean> request : burst) {
                assertFalse(request.get(PATIENCE_SECONDS, TimeUnit.SECONDS), "interrupted");
            }
        }
    }

    @Test
    void shouldInterruptAYoungRequestOnceItIsOldIfOneWaitsStill() throws Exception {
        try (RequestThreads threads = new RequestThreads(NEVER)) {
            CompletableFuture<Boolean> oldest = hanging(threads);
            fill(threads, 1);
            CompletableFuture<Void> answered = new CompletableFuture<>();
            threads.execute(() -> answered.complete(null));
            answered.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertTrue(oldest.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
        }
    }

    /** Takes all threads but some that are taken already. */
    private void fill(RequestThreads threads, int taken) throws InterruptedException {
        for (int request = taken; request < RequestThreads.THREADS_MAX; request++) {
            hanging(threads);
        }
    }

    /** Waits for the end, and says when it is interrupted. */
    private static void awaitWhatever(CountDownLatch end, CountDownLatch interrupted) throws InterruptedException {
        try {
            end.await();
        } catch (InterruptedException once) {
            interrupted.countDown();
            end.await();
        }
    }

    /** A request that has begun, and waits for ever; whether it was interrupted. */
    private CompletableFuture<Boolean> hanging(RequestThreads threads) throws InterruptedException {
        return started(threads, never::await);
    }

    /** What a request does. */
    private interface Work {
        void run() throws InterruptedException;
    }

    /** A request that has begun; whether it was interrupted. */
    private static CompletableFuture<Boolean> started(RequestThreads threads, Work work) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        threads.execute(() -> {
            begun.countDown();
            try {
                work.run();
                interrupted.complete(false);
            } catch (InterruptedException ended) {
                interrupted.complete(true);
            }
        });
        assertTrue(begun.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
        return interrupted;
    }
}
