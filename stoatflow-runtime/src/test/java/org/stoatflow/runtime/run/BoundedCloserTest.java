package org.stoatflow.runtime.run;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.stoatflow.runtime.testkit.Eventually;

class BoundedCloserTest {
    private final BoundedCloser closer = new BoundedCloser(new EngineThreads("app", (thread, failure) -> {}));

    @Test
    void shouldWaitForTheEndOfAClose() {
        AtomicBoolean closed = new AtomicBoolean();
        closer.close("client", Eventually.LIMIT, () -> closed.set(true));
        assertTrue(closed.get());
    }

    /** A client waits for a thread of its own, which is in user code and does not come back. */
    @Test
    void shouldLeaveACloseBehindThatDoesNotComeBack() throws InterruptedException {
        CountDownLatch released = new CountDownLatch(1);
        AtomicBoolean closed = new AtomicBoolean();
        CountDownLatch ended = new CountDownLatch(1);
        closer.close("client", Duration.ofMillis(10), () -> {
            await(released);
            closed.set(true);
            ended.countDown();
        });
        assertFalse(closed.get());
        released.countDown();
        assertTrue(ended.await(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS));
    }

    @Test
    void shouldGoOnWhereACloseFails() {
        closer.close("client", Eventually.LIMIT, () -> {
            throw new LinkageError("in an interceptor's close");
        });
    }

    private static void await(CountDownLatch released) {
        try {
            if (!released.await(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("not released");
            }
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
