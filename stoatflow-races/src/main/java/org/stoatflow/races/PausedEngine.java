package org.stoatflow.races;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the real engine on its real threads, with pauses, in a JVM of its own. */
final class PausedEngine {
    private PausedEngine() {}

    /**
     * Runs seed after seed until the time is over or a seed fails.
     *
     * @param seedsMin least number of seeds, also on a busy machine
     * @param compiled whether the run is long enough to compile well
     * @return exit status, 0 if all seeds held
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
