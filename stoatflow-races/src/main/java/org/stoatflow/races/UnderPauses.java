package org.stoatflow.races;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.stoatflow.races.pauses.PauseSeams;
import org.stoatflow.races.pauses.Pauses;
import org.stoatflow.races.turns.SeamLoader;

/**
 * The main class of a JVM of its own for the real engine on its real threads, with pauses between two accesses to what
 * they share. The arguments are the seconds to run, the first seed, and the least number of seeds, which is run even on
 * a busy machine. The run ends with the first seed that fails, and prints all that is known of it.
 */
final class UnderPauses {
    private static final String SEED = "org.stoatflow.races.engine.EngineSeed";

    private UnderPauses() {}

    @SuppressWarnings("checkstyle:exit") // the command's own process
    public static void main(String[] args) throws ReflectiveOperationException, IOException {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[0]));
        long first = Long.parseLong(args[1]);
        long seedsMin = Long.parseLong(args[2]);
        ClassLoader loader = new SeamLoader(Map.of(), new PauseSeams());
        Thread.currentThread().setContextClassLoader(loader); // Kafka finds classes that settings name by this loader
        LongFunction<?> engine =
                (LongFunction<?>) loader.loadClass(SEED).getConstructor().newInstance();
        long seed = first;
        long pauses = 0;
        do {
            Pauses.begin(seed);
            Object wrong = engine.apply(seed);
            pauses += Pauses.end();
            if (wrong != null) {
                System.out.println("FORBIDDEN in seed " + seed + " of the engine under pauses: " + wrong);
                System.out.println(threads());
                System.exit(1);
            }
            seed++;
        } while (seed - first < seedsMin || System.nanoTime() - endNs < 0);
        System.out.println("holds in " + (seed - first) + " seeds of the engine under pauses from " + first + ", with "
                + pauses + " pauses");
        System.exit(0);
    }

    private static String threads() throws IOException {
        Path folder = Files.createTempDirectory("threads");
        Path dump = folder.resolve("dump");
        try {
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(dump.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
            return Files.readString(dump);
        } finally {
            Files.deleteIfExists(dump);
            Files.delete(folder);
        }
    }
}
