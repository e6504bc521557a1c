package org.stoatflow.simulation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.stoatflow.mutant.MutantLoader;

/**
 * The invariants catch each mutant within 2,000 seeds, or within 40,000 seeds if only few of them can show it. The seed
 * that caught it last is tried first ({@code mutant-seeds.txt}), and may lie behind these; where it does not catch it
 * any more, the engine takes other courses than it did, and seeds are searched from the first one.
 */
@Tag("long")
class MutantTest {
    static final int SEEDS_MAX = 2_000;

    private static final String KNOWN_SEEDS = "mutant-seeds.txt";
    private static final Map<String, Long> KNOWN = known();

    /** One for all mutants whose classes are as they are: loading ours anew takes longer than a seed. */
    private static final MutantLoader UNCHANGED = MutantLoader.unchanged();

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
        MutantLoader loader = loader(mutant);
        Thread.currentThread().setContextClassLoader(loader); // configurations name classes
        try {
            LongFunction<String> run = run(loader, mutant);
            loader.requireReplaced();
            long known = KNOWN.getOrDefault(mutant.name(), 0L);
            if (known > 0 && isCaught(run, known, mutant)) {
                return known;
            }
            for (long seed = 1; seed <= seedsMax(mutant); seed++) {
                if (isCaught(run, seed, mutant)) {
                    System.out.println(KNOWN_SEEDS + " has seed " + known + " for it, which costs a search. Put there: "
                            + mutant + " " + seed);
                    return seed;
                }
            }
            return Long.MAX_VALUE;
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static boolean isCaught(LongFunction<String> run, long seed, Mutant mutant) {
        String caught = run.apply(seed);
        if (caught != null) {
            System.out.println(mutant + " caught by seed " + seed + ": "
                    + caught.lines().findFirst().orElse(""));
        }
        return caught != null;
    }

    private static Map<String, Long> known() {
        try (InputStream file = MutantTest.class.getResourceAsStream(KNOWN_SEEDS)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" "))
                    .collect(Collectors.toMap(line -> Mutant.valueOf(line[0]).name(), line -> Long.parseLong(line[1])));
        } catch (IOException failure) {
            throw new UncheckedIOException("the test resource " + KNOWN_SEEDS + " cannot be read", failure);
        }
    }

    private static MutantLoader loader(Mutant mutant) {
        String className = mutant.className();
        return className == null
                ? UNCHANGED
                : MutantLoader.of(className, mutant.method(), new MutantAnswer(mutant.answer()));
    }

    @SuppressWarnings("unchecked") // MutantRun is loaded anew
    private static LongFunction<String> run(ClassLoader loader, Mutant mutant) throws ReflectiveOperationException {
        return (LongFunction<String>) loader.loadClass(MutantRun.class.getName())
                .getConstructor(String.class)
                .newInstance(mutant.name());
    }
}
