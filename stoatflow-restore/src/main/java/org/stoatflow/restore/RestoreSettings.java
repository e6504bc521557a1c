package org.stoatflow.restore;

import java.time.Duration;

/**
 * Bounds of a restore, and what its threads are called. Immutable; start from {@link #defaults}.
 *
 * @param threadName how the names of the threads begin; a number follows
 * @param threads how many consumers read, on a thread each; default 2 at most, 1 on one processor
 * @param pollTimeout how long one step waits for records; default 100 ms
 * @param requestTimeout how long one request for offsets may take; default 1 minute
 * @param noProgressTimeout how long a consumer may read nothing before the restore fails; default 5 minutes, as Kafka
 *     Streams' {@code task.timeout.ms}
 * @param mode how rows reach the disk; default {@link RestoreMode#AUTO}
 * @param bufferBytes how many bytes of rows a thread keeps before they go to the state; default an eighth of the heap,
 *     64 MiB at most
 */
public record RestoreSettings(
        String threadName,
        int threads,
        Duration pollTimeout,
        Duration requestTimeout,
        Duration noProgressTimeout,
        RestoreMode mode,
        long bufferBytes) {
    private static final int HEAP_PARTS = 8;
    private static final long BUFFER_BYTES_MAX = 64L << 20;

    /** Checks the bounds. */
    public RestoreSettings {
        if (threads < 1) {
            throw new IllegalArgumentException("threads=" + threads + " must be at least 1");
        }
        if (bufferBytes < 1) {
            throw new IllegalArgumentException("bufferBytes=" + bufferBytes + " must be at least 1");
        }
    }

    /** With the default mode and buffer. */
    public RestoreSettings(
            String threadName, int threads, Duration pollTimeout, Duration requestTimeout, Duration noProgressTimeout) {
        this(
                threadName,
                threads,
                pollTimeout,
                requestTimeout,
                noProgressTimeout,
                RestoreMode.AUTO,
                Math.min(BUFFER_BYTES_MAX, Runtime.getRuntime().maxMemory() / HEAP_PARTS));
    }

    /**
     * These settings with another way to the disk.
     *
     * @param other the mode
     * @return the changed settings
     */
    public RestoreSettings withMode(RestoreMode other) {
        return new RestoreSettings(
                threadName, threads, pollTimeout, requestTimeout, noProgressTimeout, other, bufferBytes);
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
