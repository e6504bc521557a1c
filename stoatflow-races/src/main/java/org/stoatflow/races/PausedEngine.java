package org.stoatflow.races;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the real engine on its real threads, with pauses, in a JVM of its own. */
final class PausedEngine {
    private PausedEngine() {}

    /**
     * Runs seed after seed until the time is over, or one fails.
     *
     * @param seedsMin how many seeds at least, however busy the machine is
     * @param compiled whether it pays to compile well
     * @return exit status, 0 if all held
     */
    static int run(ChildJvm jvm, Path folder, long seconds, long firstSeed, int seedsMin, boolean compiled) {
        List<String> options = new ArrayList<>(List.of(
                "-Xmx512m",
                "-Dslf4j.internal.verbosity=ERROR",
                "-Dslf4j.provider=org.slf4j.helpers.NOP_FallbackServiceProvider"));
        if (!compiled) {
            options.add("-XX:TieredStopAtLevel=1");
        }
        return jvm.run(
                folder,
                options,
                UnderPauses.class.getName(),
                List.of(String.valueOf(seconds), String.valueOf(firstSeed), String.valueOf(seedsMin)),
                "of the engine under pauses");
    }
}
