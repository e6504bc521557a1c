package org.stoatflow.parity.diff;

import java.io.PrintStream;
import java.util.Locale;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.stoatflow.command.Arguments;
import org.stoatflow.parity.diff.program.Program;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./stoatflow diff}: compares programs that are made at random with Kafka Streams. */
@Command(name = "./stoatflow diff", description = """

                Makes programs and their input at random, runs them on the test drivers of Kafka Streams and of StoatFlow,
                and compares what they write: results, and the last record of each key of each changelog, byte for byte.
                """, footer = """

                Exit status: 0 all are equal, 1 one is not (the smallest like it is printed), 2 bad arguments.""")
public final class Diff extends Arguments<Integer> {
    private static final long SEED_MAX = Long.MAX_VALUE / 2;

    private final PrintStream out;
    private final Comparison comparison;
    private final Shares shares = new Shares();
    private int differing;

    @Option(names = "--tries", description = "how many programs (default ${DEFAULT-VALUE})")
    private long tries = 1_000;

    @Option(names = "--seed", description = "the seed of the first; the others follow (default ${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(names = "--keep-going", description = "goes on after a program that differs")
    private boolean keepGoing;

    Diff(PrintStream out, Comparison comparison) {
        this.out = out;
        this.comparison = comparison;
    }

    @SuppressWarnings("checkstyle:exit") // the command's own process
    public static void main(String[] args) {
        // Many programs fail on purpose, and both libraries say so at length.
        System.setProperty("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        System.exit(new Diff(System.out, new Comparison()).commandLine().execute(args));
    }

    /** The program of a seed. */
    static Program program(long seed) {
        return Programs.of(new SplittableRandom(seed));
    }

    @Override
    public Integer call() {
        long first = upTo(SEED_MAX, "--seed", seed);
        long end = first + upTo(SEED_MAX, "--tries", tries);
        long startedNs = System.nanoTime();
        long at = first;
        for (; at < end && (differing == 0 || keepGoing); at++) {
            run(at);
        }
        out.print(shares);
        out.printf(
                Locale.ROOT,
                "%d programs from seed %d, %d differ, %.1f a second; the rarest operator is in %.1f %% of them%n",
                at - first,
                first,
                differing,
                (at - first) / ((System.nanoTime() - startedNs) / 1e9),
                100 * shares.smallest());
        return differing == 0 ? 0 : 1;
    }

    private void run(long at) {
        Program program = program(at);
        shares.add(program);
        if (comparison.difference(program) != null) {
            differing++;
            Program smallest = Shrinker.smallest(program, each -> comparison.difference(each) != null);
            @Nullable String difference = comparison.difference(smallest);
            out.println("seed " + at + " differs; the smallest like it:\n" + smallest + difference + "\n");
        }
    }
}
