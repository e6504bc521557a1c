package org.stoatflow.simulation;

/** Thrown if an invariant does not hold. */
final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Invariant invariant;

    Violation(Invariant invariant, String message) {
        super(invariant + ": " + message);
        this.invariant = invariant;
    }

    Violation(Invariant invariant, String message, Throwable cause) {
        super(invariant + ": " + message, cause);
        this.invariant = invariant;
    }

    Invariant invariant() {
        return invariant;
    }
}
