package org.stoatflow.simulation;

/** Reports a seed in which an invariant does not hold, with the trace that shows why. */
final class FailedSeed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long seed;
    private final String trace;

    FailedSeed(long seed, String trace, Throwable cause) {
        super("seed " + seed + ": " + cause.getMessage(), cause);
        this.seed = seed;
        this.trace = trace;
    }

    long seed() {
        return seed;
    }

    String trace() {
        return trace;
    }
}
