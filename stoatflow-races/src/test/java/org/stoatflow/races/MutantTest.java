package org.stoatflow.races;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.stoatflow.races.turns.Exploration;

/** The proofs catch each mutant within as many schedules as {@link ProofsTest} runs on the engine itself. */
@Tag("long")
class MutantTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(Mutant.class)
    void shouldBeCaughtByItsProof(Mutant mutant) throws IOException {
        AtomicInteger run = new AtomicInteger();
        Exploration.Found found = new Exploration(MutantCompiler.compile(mutant, folder))
                .explore(
                        mutant.proof(),
                        ProofsTest.PREEMPTIONS_MAX,
                        () -> run.incrementAndGet() >= ProofsTest.SCHEDULES_MAX);
        assertNotNull(found.forbidden(), mutant + " holds in " + found.schedules() + " schedules");
    }
}
