package org.stoatflow.bench.latency;

import org.jspecify.annotations.Nullable;

/**
 * A round without a usable result: records were lost, wrong or doubled, or a part did not start, end or answer in time.
 */
public final class BenchFailure extends Exception {
    public BenchFailure(String message) {
        this(message, null);
    }

    public BenchFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
