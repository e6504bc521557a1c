package org.stoatflow.races;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the tests of jcstress: on the machine's own memory order, and at its own speed. */
final class Stress {
    /** How many tests there are. */
    static final int TESTS = 12;

    private static final String OURS = "org.stoatflow.*Stress.*";

    private Stress() {}

    /**
     * Runs all.
     *
     * @param folder for what it writes
     * @param iterations of each test, in each JVM
     * @param everyCompiler whether each test is run in all ways of compiling its actors; else in one
     * @return exit status, 0 if nothing forbidden was seen
     */
    static int run(ChildJvm jvm, Path folder, int iterations, int iterationMs, boolean everyCompiler) {
        List<String> arguments =
                new ArrayList<>(List.of("-t", OURS, "-f", "1", "-c", "2", "-af", "NONE", "-spinStyle", "THREAD_YIELD"));
        arguments.addAll(List.of("-iters", String.valueOf(iterations), "-time", String.valueOf(iterationMs)));
        if (!everyCompiler) {
            arguments.addAll(List.of("-sc", "false", "-fsm", "1", "-jvmArgs", "-Xmx256m"));
        }
        return jvm.run(folder, List.of("-Xmx256m"), "org.openjdk.jcstress.Main", arguments, "RUN RESULTS");
    }
}
