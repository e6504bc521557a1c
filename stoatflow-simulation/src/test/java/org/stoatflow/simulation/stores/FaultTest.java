package org.stoatflow.simulation.stores;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.stoatflow.mutant.Answer;
import org.stoatflow.mutant.MutantLoader;
import org.stoatflow.simulation.Quiet;

/** The comparison with sorted maps finds each fault within a few seeds. */
@Tag("long")
class FaultTest {
    private static final int SEEDS_MAX = 10;

    @ParameterizedTest
    @EnumSource(Fault.class)
    void shouldFind(Fault fault) throws ReflectiveOperationException {
        Quiet.beQuiet();
        MutantLoader loader = MutantLoader.of(
                fault.className(), fault.method(), Answer.firstOf(Answer.by(Faults.class), Answer.none()));
        LongFunction<String> run = run(loader, fault);
        String found = null;
        for (long seed = 1; seed <= SEEDS_MAX && found == null; seed++) {
            found = run.apply(seed);
        }
        assertTrue(loader.hasReplaced(), fault.className() + " has no method " + fault.method());
        assertNotNull(found, fault + " was not found in " + SEEDS_MAX + " seeds");
        System.out.println(fault + " found by " + found.lines().findFirst().orElse(""));
    }

    @SuppressWarnings("unchecked") // FaultRun is loaded anew
    private static LongFunction<String> run(ClassLoader loader, Fault fault) throws ReflectiveOperationException {
        return (LongFunction<String>) loader.loadClass(FaultRun.class.getName())
                .getConstructor(String.class)
                .newInstance(fault.kind().name());
    }
}
