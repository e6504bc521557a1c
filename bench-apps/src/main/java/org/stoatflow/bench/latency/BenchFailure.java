package org.stoatflow.bench.latency;

import org.jspecify.annotations.Nullable;
import org.stoatflow.bench.role.RoleFailure;

/**
 * A round without a usable result: records were lost, wrong or doubled, or a part did not start, end or answer in time.
 */
public final class BenchFailure extends RoleFailure {
    public BenchFailure(String message) {
        this(message, null);
    }

    public BenchFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** What a part of the measurement has failed with. */
    static BenchFailure of(RoleFailure failure) {
        return failure instanceof BenchFailure bench
                ? bench
                : new BenchFailure(String.valueOf(failure.getMessage()), failure);
    }
}
