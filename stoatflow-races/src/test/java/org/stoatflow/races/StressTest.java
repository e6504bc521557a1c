package org.stoatflow.races;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short form of the jcstress tests: each test runs for a moment, compiled in one way. */
@Tag("long")
class StressTest {
    private static final int ITERATION_MS = 50;
    private static final long SECONDS_MAX = 280;

    @TempDir
    private Path folder;

    @Test
    void shouldSeeNothingForbidden() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ChildJvm jvm = new ChildJvm(
                relative(MutantCompiler.classPath()), new PrintStream(out, true, StandardCharsets.UTF_8), SECONDS_MAX);
        if (Runtime.getRuntime().availableProcessors() < 2) {
            assertThrows(IllegalStateException.class, () -> Stress.run(jvm, folder, 1, ITERATION_MS, false));
            return; // jcstress cannot run on one processor
        }
        int status = Stress.run(jvm, folder, 1, ITERATION_MS, false);
        String told = out.toString(StandardCharsets.UTF_8);
        assertEquals(0, status, told);
        assertTrue(told.contains(Stress.TESTS + " planned; " + Stress.TESTS + " passed, 0 failed"), told);
    }

    /** Makes the class path relative, as the command's is. */
    private static String relative(String classPath) {
        Path here = Path.of("").toAbsolutePath();
        return Stream.of(classPath.split(File.pathSeparator))
                .map(entry -> here.relativize(Path.of(entry).toAbsolutePath()).toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
