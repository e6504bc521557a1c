package org.stoatflow.restore;

import java.time.Duration;

/**
 * Bounds of a restore, and what its threads are called. Immutable; start from {@link #defaults}. How much is written at
 * once is bounded by the consumers' {@code max.poll.records} (1,000 suits).
 *
 * @param threadName how the names of the threads begin; a number follows
 * @param threads how many consumers read, on a thread each; default 2 at most, 1 on one processor
 * @param pollTimeout how long one step waits for records; default 100 ms
 * @param requestTimeout how long one request for offsets may take; default 1 minute
 * @param noProgressTimeout how long a consumer may read nothing before the restore fails; default 5 minutes, as Kafka
 *     Streams' {@code task.timeout.ms}
 */
public record RestoreSettings(
        String threadName, int threads, Duration pollTimeout, Duration requestTimeout, Duration noProgressTimeout) {
    /** Checks the bounds. */
    public RestoreSettings {
        if (threads < 1) {
            throw new IllegalArgumentException("threads=" + threads + " must be at least 1");
        }
    }

    /**
     * The bounds that suit most applications.
     *
     * @param threadName how the names of the threads begin
     * @return the defaults named above
     */
    public static RestoreSettings defaults(String threadName) {
        return new RestoreSettings(
                threadName,
                Math.min(2, Runtime.getRuntime().availableProcessors()),
                Duration.ofMillis(100),
                Duration.ofMinutes(1),
                Duration.ofMinutes(5));
    }
}
