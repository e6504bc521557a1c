package org.stoatflow.simulation;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.stoatflow.command.Arguments;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./stoatflow simulate}: runs seeds. */
@Command(name = "./stoatflow simulate", description = """

                Runs the engine on one thread, over an in-memory Kafka with faults, once for each seed.
                """, footer = """

                Exit status: 0 all seeds hold, 1 one does not (its trace is printed), 2 bad arguments.""")
public final class Simulate extends Arguments<Integer> {
    private static final long SEED_MAX = Long.MAX_VALUE / 2;

    private final PrintStream out;
    private final FaultTable table = new FaultTable();
    private long steps;
    private long failed;
    private long hash;

    @Option(names = "--seeds", description = "how many seeds (default ${DEFAULT-VALUE})")
    private long seeds = 1_000;

    @Option(names = "--from", description = "the first seed (default ${DEFAULT-VALUE})")
    private long from = 1;

    @Option(names = "--faults", split = ",", description = "only faults of these kinds")
    private Set<FaultKind> faults = Set.of();

    @Option(names = "--keep-going", description = "goes on after a seed that does not hold, and prints no traces")
    private boolean keepGoing;

    Simulate(PrintStream out) {
        this.out = out;
    }

    @SuppressWarnings("checkstyle:exit") // the command's own process
    public static void main(String[] args) {
        // Turns logging off, whatever provider is on the class path, since the simulation provokes thousands of
        // failures.
        System.setProperty("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        System.exit(new Simulate(System.out).commandLine().execute(args));
    }

    @Override
    public Integer call() {
        long startedNs = System.nanoTime();
        long seed = upTo(SEED_MAX, "--from", from);
        long end = seed + upTo(SEED_MAX, "--seeds", seeds);
        for (; seed < end && (failed == 0 || keepGoing); seed++) {
            run(seed);
        }
        report(seed - from, (System.nanoTime() - startedNs) / 1e9);
        return failed == 0 ? 0 : 1;
    }

    private void run(long seed) {
        try {
            Simulation.Outcome outcome = new Simulation(seed, Variation.NONE, Focus.on(faults)).run();
            table.add(outcome.table());
            steps += outcome.steps();
            hash = hash * 31 + outcome.traceHash();
        } catch (FailedSeed failure) {
            failed++;
            if (!keepGoing) {
                out.println(failure.trace());
                failure.printStackTrace(out);
            }
            out.println("FAILED " + failure.getMessage());
        }
    }

    private void report(long ran, double seconds) {
        out.println(table);
        out.printf(
                Locale.ROOT,
                "%d seeds from %d, %d failed: %.0f seeds a second, %d steps, %d faults, trace hash %016x%n",
                ran,
                from,
                failed,
                ran / seconds,
                steps,
                table.total(),
                hash);
        List<String> empty = table.empty();
        if (!faults.isEmpty()) {
            return;
        }
        out.println(
                empty.isEmpty()
                        ? "Every fault has struck in every phase in which it can."
                        : "Faults that can strike and have not: " + String.join(", ", empty));
    }
}
