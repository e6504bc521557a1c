package org.stoatflow.http;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RequestThreadsTest {
    private static final Duration NEVER = Duration.ofDays(1);
    private static final int PATIENCE_SECONDS = 60;

    private final CountDownLatch never = new CountDownLatch(1);

    @Test
    void shouldInterruptARequestAtItsLimit() throws Exception {
        try (RequestThreads threads = new RequestThreads(Duration.ofMillis(50))) {
            assertTrue(hanging(threads).get(PATIENCE_SECONDS, TimeUnit.SECONDS), "interrupted");
        }
    }

    @Test
    void shouldInterruptTheOldestWhereAllThreadsAreTaken() throws Exception {
        try (RequestThreads threads = new RequestThreads(NEVER)) {
            CompletableFuture<Boolean> oldest = hanging(threads);
            CompletableFuture<Boolean> next = hanging(threads);
            for (int request = 2; request < RequestThreads.THREADS_MAX; request++) {
                hanging(threads);
            }
            CompletableFuture<Boolean> answered = new CompletableFuture<>();
            threads.execute(() -> answered.complete(Thread.currentThread().isInterrupted()));
            assertFalse(answered.get(PATIENCE_SECONDS, TimeUnit.SECONDS), "interrupted for another one");
            assertTrue(oldest.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
            assertFalse(next.isDone(), "one was enough");
        }
    }

    /** A request that has begun, and waits for ever; whether it was interrupted. */
    private CompletableFuture<Boolean> hanging(RequestThreads threads) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        threads.execute(() -> {
            begun.countDown();
            try {
                never.await();
            } catch (InterruptedException ended) {
                interrupted.complete(true);
            }
        });
        assertTrue(begun.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
        return interrupted;
    }
}
