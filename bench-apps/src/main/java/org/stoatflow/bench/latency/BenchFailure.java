package org.stoatflow.bench.latency;

import org.jspecify.annotations.Nullable;

/** A round that says nothing: records lost, wrong or doubled, or something that did not start, end or answer in time. */
final class BenchFailure extends Exception {
    BenchFailure(String message) {
        this(message, null);
    }

    BenchFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
