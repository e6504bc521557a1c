package org.stoatflow.races;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.stoatflow.command.Arguments;
import org.stoatflow.races.turns.Exploration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./stoatflow races}: runs all proofs. */
@Command(name = "./stoatflow races", description = """

                Runs what threads share under many orders of their steps: a scheduler of our own, Lincheck, jcstress, and the
                whole engine on its own threads, with pauses.
                """, footer = """

                Exit status: 0 nothing forbidden was seen, 1 something was, or a part could not run, 2 bad arguments.""")
public final class Races extends Arguments<Integer> {
    private static final int MINUTES_MAX = 1_440;
    private static final int PREEMPTIONS_MAX = 4;
    private static final int SCHEDULES_MIN = 2_400; // run also on a busy machine
    private static final int STRESS_WAYS = 34; // ways in which jcstress compiles a test of two actors
    private static final int STRESS_START_MS = 1_200; // start and warm-up of a JVM, once for each way
    private static final int STRESS_MS_MIN = 400; // at half a million attempts a second
    private static final int MINUTES_FOR_ALL_WAYS = 10;
    private static final List<String> LINCHECK_OPTIONS = List.of(
            "-Xmx1g",
            "-XX:+EnableDynamicAgentLoading",
            "--sun-misc-unsafe-memory-access=allow",
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.util=ALL-UNNAMED");

    private final PrintStream out;

    @Option(names = "--minutes", description = "about how long (default ${DEFAULT-VALUE})")
    private int minutes = 5;

    Races(PrintStream out) {
        this.out = out;
    }

    @SuppressWarnings("checkstyle:exit") // the command's own process
    public static void main(String[] args) {
        // With one carrier, a turn goes over without the machine's scheduler.
        System.setProperty("jdk.virtualThreadScheduler.parallelism", "1");
        System.setProperty("jdk.virtualThreadScheduler.maxPoolSize", "1");
        // The proofs provoke failures thousands of times, which must not be logged.
        System.setProperty("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        System.exit(new Races(System.out).commandLine().execute(args));
    }

    @Override
    public Integer call() throws IOException {
        int given = upTo(MINUTES_MAX, "--minutes", minutes);
        boolean clean = underOurs(given);
        Path folder = Files.createTempDirectory("races");
        try {
            ChildJvm jvm = new ChildJvm(System.getProperty("java.class.path"), out, given * 120L + 600);
            long seed = System.nanoTime() >>> 10; // the run prints the seed
            clean &= PausedEngine.run(jvm, folder, given * 15L, seed, 1, true) == 0;
            clean &= underLincheck(jvm, folder, given) == 0;
            clean &= underStress(jvm, folder, given) == 0;
        } finally {
            delete(folder);
        }
        out.println(clean ? "Nothing forbidden was seen." : "FORBIDDEN: see above.");
        return clean ? 0 : 1;
    }

    /** Takes a quarter of the time. */
    private boolean underOurs(int given) {
        List<String> all =
                Stream.concat(Proofs.SHORT.stream(), Proofs.LONG.stream()).toList();
        long eachNs = TimeUnit.SECONDS.toNanos(given * 15L) / all.size();
        boolean clean = true;
        for (String proof : all) {
            long endNs = System.nanoTime() + eachNs;
            AtomicInteger run = new AtomicInteger();
            Exploration.Found found = new Exploration(Map.of())
                    .explore(
                            proof,
                            PREEMPTIONS_MAX,
                            () -> run.incrementAndGet() >= SCHEDULES_MIN && System.nanoTime() - endNs > 0);
            out.println(proof.substring(proof.lastIndexOf('.') + 1) + ": "
                    + (found.forbidden() == null
                            ? "holds in " + found.schedules() + " schedules"
                            : "FORBIDDEN " + found.forbidden()));
            clean &= found.forbidden() == null;
        }
        return clean;
    }

    /** Takes a quarter of the time. */
    private static int underLincheck(ChildJvm jvm, Path folder, int given) {
        List<String> arguments = new ArrayList<>(List.of(String.valueOf(given * 15 / Proofs.SHORT.size())));
        arguments.addAll(Proofs.SHORT);
        return jvm.run(folder, LINCHECK_OPTIONS, UnderLincheck.class.getName(), arguments, UnderLincheck.DONE);
    }

    /**
     * Takes a quarter of the time. Each way of compiling needs a JVM of its own, so a short run has time for only one
     * way.
     */
    private static int underStress(ChildJvm jvm, Path folder, int given) {
        boolean allWays = given >= MINUTES_FOR_ALL_WAYS;
        int runs = Stress.TESTS * (allWays ? STRESS_WAYS : 1);
        int iterationMs = Math.max(STRESS_MS_MIN, given * 15_000 / runs - STRESS_START_MS);
        return Stress.run(jvm, folder, 1, iterationMs, allWays);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
