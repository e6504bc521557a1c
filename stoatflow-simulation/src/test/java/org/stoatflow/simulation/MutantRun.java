package org.stoatflow.simulation;

import java.util.SplittableRandom;
import java.util.function.LongFunction;

/**
 * Runs a seed of a mutant; made by a {@link MutantLoader}, so that the simulation and the engine are the mutated ones.
 * The answer is null where the seed holds, and what caught the mutant otherwise, as text: classes have two sides here.
 */
public final class MutantRun implements LongFunction<String> {
    private final Variation variation;
    private final Mutant mutant;

    /** @param name of a {@link Mutant} */
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
            new Simulation(seed, variation).run();
            return null;
        } catch (FailedSeed caught) {
            return String.valueOf(
                    caught.getCause() == null ? null : caught.getCause().getMessage());
        }
    }
}
