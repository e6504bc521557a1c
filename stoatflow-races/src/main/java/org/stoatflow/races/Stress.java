package org.stoatflow.races;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the jcstress tests, on the machine's own memory order and at its own speed. */
final class Stress {
    /** The number of tests. */
    static final int TESTS = 12;

    private static final int PROCESSORS = 2;
    private static final String OURS = "org.stoatflow.*Stress.*";

    private Stress() {}

    /**
     * Runs all tests.
     *
     * @param folder folder for the files that jcstress writes
     * @param iterations iterations of each test, in each JVM
     * @param everyCompiler whether to run each test in all ways of compiling its actors, or only in one
     * @return exit status, 0 if no forbidden outcome was seen
     * @throws IllegalStateException if there is one processor only: each actor has one of its own
     */
    static int run(ChildJvm jvm, Path folder, int iterations, int iterationMs, boolean everyCompiler) {
        if (Runtime.getRuntime().availableProcessors() < PROCESSORS) {
            throw new IllegalStateException("races of threads are seen on " + PROCESSORS
                    + " processors or more, and this process may use one: jcstress does not start");
        }
        List<String> arguments = new ArrayList<>(List.of(
                "-t", OURS, "-f", "1", "-c", String.valueOf(PROCESSORS), "-af", "NONE", "-spinStyle", "THREAD_YIELD"));
        arguments.addAll(List.of("-iters", String.valueOf(iterations), "-time", String.valueOf(iterationMs)));
        if (!everyCompiler) {
            arguments.addAll(List.of("-sc", "false", "-fsm", "1", "-jvmArgs", "-Xmx256m"));
        }
        return jvm.run(folder, List.of("-Xmx256m"), "org.openjdk.jcstress.Main", arguments, "RUN RESULTS");
    }
}
