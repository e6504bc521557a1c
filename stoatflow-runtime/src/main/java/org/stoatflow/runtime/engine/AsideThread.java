package org.stoatflow.runtime.engine;

import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.stoatflow.runtime.failure.FailureClassifier;
import org.stoatflow.runtime.lifecycle.Aside;

/**
 * Does some work in a thread of its own.
 *
 * <p>Shared field: {@code failure}, written by that thread before it ends, and read by the lifecycle's thread
 * afterwards.
 */
final class AsideThread implements Aside {
    private final Thread thread;

    /**
     * Shared. Written by: a recovery's thread, before it ends. Read by: the lifecycle's thread. Safe: volatile, one
     * writer. Proof: SharedFieldsTest.
     */
    private volatile @Nullable Throwable failure;

    AsideThread(Function<Runnable, Thread> maker, Runnable work) {
        thread = maker.apply(() -> {
            try {
                work.run();
            } catch (Throwable any) { // isDone throws it
                failure = any;
            }
        });
        thread.start();
    }

    @Override
    public boolean isDone(long waitNs) {
        if (!awaitEnd(waitNs)) {
            return false;
        }
        switch (failure) {
            case null -> {
                return true;
            }
            case RuntimeException thrown -> throw thrown;
            case Error thrown -> throw thrown;
            case Throwable thrown -> throw FailureClassifier.asStreamsException(thrown);
        }
    }

    @Override
    public boolean hasEnded() {
        return !thread.isAlive();
    }

    @Override
    public boolean stop(long waitNs) {
        thread.interrupt();
        return awaitEnd(waitNs);
    }

    private boolean awaitEnd(long waitNs) {
        try {
            return thread.join(Duration.ofNanos(Math.max(1, waitNs)));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return !thread.isAlive();
        }
    }
}
