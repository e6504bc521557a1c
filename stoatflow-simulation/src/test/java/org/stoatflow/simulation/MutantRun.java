package org.stoatflow.simulation;

import java.util.SplittableRandom;
import java.util.function.LongFunction;

/**
 * Runs a seed of a mutant. A {@code MutantLoader} loads this class, so that it uses the mutated simulation and engine.
 * The result is null if the seed holds; otherwise it is text that says what has caught the mutant. It is text since an
 * exception class of one loader is another class in the other.
 */
public final class MutantRun implements LongFunction<String> {
    private final Variation variation;
    private final Mutant mutant;

    /** @param name name of a {@link Mutant} */
    public MutantRun(String name) {
        mutant = Mutant.valueOf(name);
        variation = Mutations.of(mutant);
    }

    @Override
    public String apply(long seed) {
        if (!mutant.canShowIn(Setup.of(new SplittableRandom(seed)))) {
            return null;
        }
        try {
            new Simulation(seed, variation, mutant.focus()).run();
            return null;
        } catch (FailedSeed caught) {
            return String.valueOf(
                    caught.getCause() == null ? null : caught.getCause().getMessage());
        }
    }
}
