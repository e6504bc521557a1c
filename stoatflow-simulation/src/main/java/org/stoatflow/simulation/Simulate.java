package org.stoatflow.simulation;

import java.io.PrintStream;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/** Runs seeds from the command line: {@code simulate [--seeds N] [--from S] [--keep-going]}. */
public final class Simulate {
    private static final long SEEDS_DEFAULT = 1_000;

    private final PrintStream out;
    private final FaultTable table = new FaultTable();
    private long steps;
    private long failed;
    private long hash;

    private record Options(long seeds, long from, boolean keepGoing) {}

    private Simulate(PrintStream out) {
        this.out = out;
    }

    /** Exits with 0 if all seeds hold, with 1 after a seed that does not and its trace, with 2 for a wrong option. */
    @SuppressWarnings("checkstyle:exit") // the command's own process
    public static void main(String[] args) {
        // Thousands of simulated failures are not for a log, whatever provider is on the classpath.
        System.setProperty("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        Options options;
        try {
            options = parse(List.of(args).iterator());
        } catch (IllegalArgumentException wrong) {
            System.err.println("simulate: " + wrong.getMessage());
            System.err.println("usage: simulate [--seeds N] [--from S] [--keep-going]");
            System.exit(2);
            return;
        }
        System.exit(new Simulate(System.out).run(options) ? 0 : 1);
    }

    private static Options parse(Iterator<String> given) {
        long seeds = SEEDS_DEFAULT;
        long from = 1;
        boolean keepGoing = false;
        while (given.hasNext()) {
            String option = given.next();
            switch (option) {
                case "--seeds" -> seeds = number(option, given);
                case "--from" -> from = number(option, given);
                case "--keep-going" -> keepGoing = true;
                default -> throw new IllegalArgumentException("there is no option " + option);
            }
        }
        return new Options(seeds, from, keepGoing);
    }

    private static long number(String option, Iterator<String> given) {
        if (!given.hasNext()) {
            throw new IllegalArgumentException("a number is missing after " + option);
        }
        String text = given.next();
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(option + " wants a number, not " + text, wrong);
        }
    }

    private boolean run(Options options) {
        long startedNs = System.nanoTime();
        long end = options.from() + options.seeds();
        long seed = options.from();
        for (; seed < end && (failed == 0 || options.keepGoing()); seed++) {
            run(seed, options.keepGoing());
        }
        report(options, seed - options.from(), (System.nanoTime() - startedNs) / 1e9);
        return failed == 0;
    }

    private void run(long seed, boolean briefly) {
        try {
            Simulation.Outcome outcome = new Simulation(seed, Variation.NONE).run();
            table.add(outcome.table());
            steps += outcome.steps();
            hash = hash * 31 + outcome.traceHash();
        } catch (FailedSeed failure) {
            failed++;
            if (!briefly) {
                out.println(failure.trace());
                failure.printStackTrace(out);
            }
            out.println("FAILED " + failure.getMessage());
        }
    }

    private void report(Options options, long ran, double seconds) {
        out.println(table);
        out.printf(
                Locale.ROOT,
                "%d seeds from %d, %d failed: %.0f seeds a second, %d steps, %d faults, trace hash %016x%n",
                ran,
                options.from(),
                failed,
                ran / seconds,
                steps,
                table.total(),
                hash);
        List<String> empty = table.empty();
        out.println(
                empty.isEmpty()
                        ? "Every fault has struck in every phase in which it can."
                        : "Faults that can strike and have not: " + String.join(", ", empty));
    }
}
