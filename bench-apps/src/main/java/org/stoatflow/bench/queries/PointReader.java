package org.stoatflow.bench.queries;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.stoatflow.bench.latency.BenchFailure;

/**
 * Reads counts of words at random, by {@code store(...).get} and by {@code query} in turn, on a thread of its own. A
 * count that is less than one read before is a failure, since reads show what is committed.
 *
 * <p>Threads: the histograms belong to the reader's thread until {@link #stop} has returned.
 */
final class PointReader implements AutoCloseable {
    private static final int WORDS = 5_000; // those of the word count
    private static final long HIGHEST_NS = Duration.ofMinutes(1).toNanos();
    private static final int DIGITS = 3;
    private static final Duration END_LIMIT = Duration.ofMinutes(1);

    private final CountingApp app;
    private final int number;
    private final long pauseNs;
    private final Histogram getNs = new Histogram(HIGHEST_NS, DIGITS);
    private final Histogram queryNs = new Histogram(HIGHEST_NS, DIGITS);
    private final Map<String, Long> seen = new HashMap<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final Thread thread =
            Thread.ofPlatform().name("point reader").daemon().unstarted(this::run);
    private volatile boolean stopping;

    /** @param pauseNs the time between two reads' slots; 0 for none */
    PointReader(CountingApp app, int number, long pauseNs) {
        this.app = app;
        this.number = number;
        this.pauseNs = pauseNs;
    }

    void start() {
        thread.start();
    }

    private void run() {
        SplittableRandom random = new SplittableRandom(number);
        long slotNs = System.nanoTime();
        try {
            for (long read = 0; !stopping; read++) {
                while (slotNs - System.nanoTime() > 0 && !stopping) {
                    LockSupport.parkNanos(slotNs - System.nanoTime());
                }
                slotNs += pauseNs;
                read("word-" + random.nextInt(WORDS), read % 2 == 0);
            }
        } catch (Throwable any) { // the thread's root
            failure.set(any);
        }
    }

    private void read(String word, boolean byGet) {
        long beginNs = System.nanoTime();
        long count = byGet ? app.get(word) : app.query(word);
        long takenNs = System.nanoTime() - beginNs;
        (byGet ? getNs : queryNs).recordValue(Math.min(takenNs, HIGHEST_NS));
        Long before = seen.put(word, count);
        if (before != null && count < before) {
            throw new IllegalStateException(word + " had the count " + before + " and then " + count);
        }
    }

    /** Ends the reads; throws if one has failed or was wrong. */
    void stop() throws BenchFailure, InterruptedException {
        stopping = true;
        if (!thread.join(END_LIMIT)) {
            throw new BenchFailure("a read has not ended in " + END_LIMIT.toSeconds() + " s");
        }
        Throwable reason = failure.get();
        if (reason != null) {
            throw new BenchFailure("a count could not be read: " + reason.getMessage(), reason);
        }
    }

    /** How long each {@code store(...).get} took. */
    Histogram getNs() {
        return getNs;
    }

    /** How long each {@code query} took. */
    Histogram queryNs() {
        return queryNs;
    }

    @Override
    public void close() {
        stopping = true;
    }
}
