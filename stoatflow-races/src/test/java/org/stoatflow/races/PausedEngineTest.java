package org.stoatflow.races;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short form of the engine under pauses: both programs under both guarantees. */
@Tag("long")
class PausedEngineTest {
    private static final int FIRST_SEED = 101;
    private static final int SEEDS = 4;
    private static final int SEEDS_OF_MUTANT = 32; // mostly, the first seed catches it
    private static final long SECONDS_MAX = 580; // on a busy machine

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void shouldHold() {
        int status = run(MutantCompiler.classPath(), SEEDS);
        assertEquals(0, status, told());
        assertTrue(told().contains("holds in " + SEEDS + " seeds"), told());
    }

    @Test
    void shouldCatchAnEntryThatIsCompleteByItsStateAlone() throws IOException {
        MutantCompiler.compile(Mutant.COMPLETE_BY_STATE_ALONE, folder);
        int status = run(folder.resolve("classes") + File.pathSeparator + MutantCompiler.classPath(), SEEDS_OF_MUTANT);
        assertEquals(1, status, told());
        assertTrue(told().contains("FORBIDDEN in seed "), told());
        assertTrue(told().contains("lanes owe it"), told()); // the status of an epoch
        assertTrue(told().contains("room dispatcher"), told()); // the threads
    }

    private int run(String classPath, int seeds) {
        ChildJvm jvm = new ChildJvm(classPath, new PrintStream(out, true, StandardCharsets.UTF_8), SECONDS_MAX);
        return PausedEngine.run(jvm, folder, 0, FIRST_SEED, seeds, false);
    }

    private String told() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
