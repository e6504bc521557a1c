package org.stoatflow.simulation.stores;

import java.util.function.LongFunction;

/**
 * Runs a seed on all stores of a kind. A {@code MutantLoader} loads this class, so that it uses the faulty state. The
 * result is text, or null if the seed holds: classes of one loader are others in the other.
 */
public final class FaultRun implements LongFunction<String> {
    private static final int OPERATIONS = 4_000;

    private final Kind kind;

    /** @param kind the name of a {@link Kind} */
    public FaultRun(String kind) {
        this.kind = Kind.valueOf(kind);
    }

    @Override
    public String apply(long seed) {
        for (Variant variant : kind.variants()) {
            Failure failure = Failure.of(variant, seed, OPERATIONS);
            if (failure != null) {
                return variant + " after " + failure.operations().length + " operations: " + failure.what();
            }
        }
        return null;
    }
}
