package org.stoatflow.restore;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.processor.StateRestoreListener;

/**
 * Runs restorers on platform threads (RocksDB holds its carrier) until all is restored, one has failed or somebody
 * stops it. Used once.
 *
 * <p>Shared fields: {@code stopped}, written by the thread that stops the restore and by a failing restorer, read by
 * restorers between steps; {@code started}, guarded by this object, so that nothing starts after a close; {@code
 * failure}, the first one, written by restorers. That a restorer does not hang is bounded by its own timeouts.
 */
public final class RestoreThreads implements AutoCloseable {
    private static final long CLOSE_WAIT_MS = 30_000;

    private final StateEngine engine;
    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final RestoreSettings settings;
    private final StateRestoreListener listener;
    private final RestoreProgress progress;
    private final InstantSource clock;
    private final List<List<RestoreTask>> shares;

    /**
     * Shared. Written by: restore threads count down. Read by: who waits for the restore. Safe: latch. Proof:
     * ChangelogRestorerTest.
     */
    private final CountDownLatch running;

    /**
     * Shared, with {@code stopped}. Written by: restore threads; the first failure stays; the dispatcher's thread
     * stops. Read by: restore threads, the dispatcher's thread. Safe: an atomic reference; volatile. Proof:
     * SharedFieldsTest.
     */
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    private volatile boolean stopped;
    private boolean started;

    /**
     * Shares tasks out.
     *
     * @param tasks what is to be restored
     * @param engine gets rows and positions
     * @param consumers makes a consumer for each thread, see {@link ChangelogRestorer}
     * @param settings the bounds
     * @param listener the user's listener, called from the restorers' threads
     * @param progress counts
     * @param clock the time
     */
    public RestoreThreads(
            List<RestoreTask> tasks,
            StateEngine engine,
            Supplier<Consumer<byte[], byte[]>> consumers,
            RestoreSettings settings,
            StateRestoreListener listener,
            RestoreProgress progress,
            InstantSource clock) {
        this.engine = engine;
        this.consumers = consumers;
        this.settings = settings;
        this.listener = listener;
        this.progress = progress;
        this.clock = clock;
        shares = shares(tasks, settings.threads());
        running = new CountDownLatch(shares.size());
    }

    /** Gives the largest tasks first, each to the share that has the fewest offsets so far; no share is empty. */
    static List<List<RestoreTask>> shares(List<RestoreTask> tasks, int threads) {
        int count = Math.min(threads, tasks.size());
        List<List<RestoreTask>> shares = new ArrayList<>();
        long[] offsets = new long[count];
        for (int i = 0; i < count; i++) {
            shares.add(new ArrayList<>());
        }
        List<RestoreTask> largestFirst = new ArrayList<>(tasks);
        largestFirst.sort(Comparator.comparingLong(task -> task.from() - task.to()));
        for (RestoreTask task : largestFirst) {
            int least = 0;
            for (int i = 1; i < count; i++) {
                least = offsets[i] < offsets[least] ? i : least;
            }
            shares.get(least).add(task);
            offsets[least] += task.to() - task.from() + 1;
        }
        return shares;
    }

    /**
     * Restores everything, and returns then.
     *
     * @return whether all is restored; false if {@link #stop} came first
     * @throws RuntimeException what made a restorer fail, as it was thrown there
     */
    public boolean run() {
        if (!start()) {
            return false;
        }
        await();
        Throwable first = failure.get();
        if (first instanceof Error error) {
            throw error;
        }
        if (first instanceof RuntimeException exception) {
            throw exception;
        }
        return !stopped;
    }

    /** Starts the threads, unless it was stopped before. */
    private synchronized boolean start() {
        if (stopped) {
            return false;
        }
        started = true;
        int made = 0;
        try {
            for (; made < shares.size(); made++) {
                List<RestoreTask> share = shares.get(made);
                Thread.ofPlatform()
                        .name(settings.threadName() + "-" + made)
                        .daemon()
                        .uncaughtExceptionHandler((thread, error) -> failed(error))
                        .start(() -> restore(share));
            }
        } finally {
            if (made < shares.size()) { // the machine has no thread left
                stopped = true;
                for (int missing = made; missing < shares.size(); missing++) {
                    running.countDown(); // nobody else counts down for them, and a close waits
                }
            }
        }
        return true;
    }

    private void await() {
        try {
            running.await();
        } catch (InterruptedException interrupted) {
            stop();
            throw new InterruptException(interrupted);
        }
    }

    private void restore(List<RestoreTask> share) {
        try (ChangelogRestorer restorer =
                new ChangelogRestorer(share, engine, consumers.get(), settings, listener, progress)) {
            while (!stopped && restorer.step(clock.millis())) {
                // each step is bounded
            }
            restorer.settle(clock.millis());
        } catch (Throwable failure) {
            failed(failure);
        } finally {
            running.countDown();
        }
    }

    private void failed(Throwable error) {
        failure.compareAndSet(null, error);
        stopped = true;
    }

    /** Stops between steps: {@link #run} returns soon. What was written stays, and is not read again. Any thread. */
    public void stop() {
        stopped = true;
    }

    /** Stops and waits, up to 30 seconds, until the restorers have ended, if they were started. */
    @Override
    public void close() {
        if (!stopIfStarted()) {
            return;
        }
        try {
            if (!running.await(CLOSE_WAIT_MS, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException(running.getCount() + " restorers have not ended " + CLOSE_WAIT_MS
                        + " ms after they were stopped");
            }
        } catch (InterruptedException interrupted) {
            throw new InterruptException(interrupted);
        }
    }

    private synchronized boolean stopIfStarted() {
        stopped = true;
        return started;
    }
}
