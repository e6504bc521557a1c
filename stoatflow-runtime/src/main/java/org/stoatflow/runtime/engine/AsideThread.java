package org.stoatflow.runtime.engine;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.stoatflow.runtime.failure.FailureClassifier;
import org.stoatflow.runtime.lifecycle.Aside;
import org.stoatflow.runtime.run.EngineThreads;

/** Does some work in a thread of its own. Owner: the dispatcher's thread. */
final class AsideThread implements Aside {
    private final Thread thread;

    /**
     * Shared. Written by: a recovery's thread, before it ends. Read by: the dispatcher's thread. Safe: volatile, one
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
        if (!EngineThreads.awaitEnd(thread, waitNs)) {
            return false;
        }
        Throwable thrown = failure;
        if (thrown != null) {
            FailureClassifier.rethrow(thrown);
        }
        return true;
    }

    @Override
    public boolean hasEnded() {
        return !thread.isAlive();
    }

    @Override
    public boolean stop(long waitNs) {
        thread.interrupt();
        return EngineThreads.awaitEnd(thread, waitNs);
    }
}
