package org.stoatflow.simulation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.LongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The invariants catch each mutant within 2,000 seeds, or within 40,000 seeds if only few of them can show it. */
class MutantTest {
    static final int SEEDS_MAX = 2_000;

    @ParameterizedTest
    @EnumSource(Mutant.class)
    void shouldCatch(Mutant mutant) throws ReflectiveOperationException {
        Quiet.beQuiet();
        long seed = firstCaught(mutant);
        assertTrue(seed <= seedsMax(mutant), mutant + " was not caught in " + seedsMax(mutant) + " seeds");
    }

    /** The number of seeds for a mutant. */
    private static int seedsMax(Mutant mutant) {
        return mutant.isRare() ? 20 * SEEDS_MAX : SEEDS_MAX;
    }

    private static long firstCaught(Mutant mutant) throws ReflectiveOperationException {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        MutantLoader loader = new MutantLoader(mutant);
        Thread.currentThread().setContextClassLoader(loader); // configurations name classes
        try {
            LongFunction<String> run = run(loader, mutant);
            requireReplaced(loader, mutant);
            for (long seed = 1; seed <= seedsMax(mutant); seed++) {
                String caught = run.apply(seed);
                if (caught != null) {
                    System.out.println(mutant + " caught by seed " + seed + ": "
                            + caught.lines().findFirst().orElse(""));
                    return seed;
                }
            }
            return Long.MAX_VALUE;
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    /** Requires that the mutant's method was found: a mutant of a method that no longer exists proves nothing. */
    private static void requireReplaced(MutantLoader loader, Mutant mutant) throws ClassNotFoundException {
        if (mutant.className() != null) {
            loader.loadClass(mutant.className());
        }
        assertTrue(loader.hasReplaced(), mutant.className() + " has no method " + mutant.method());
    }

    @SuppressWarnings("unchecked") // MutantRun is loaded anew
    private static LongFunction<String> run(ClassLoader loader, Mutant mutant) throws ReflectiveOperationException {
        return (LongFunction<String>) loader.loadClass(MutantRun.class.getName())
                .getConstructor(String.class)
                .newInstance(mutant.name());
    }
}
