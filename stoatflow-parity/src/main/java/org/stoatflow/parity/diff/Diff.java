package org.stoatflow.parity.diff;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Supplier;
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
    private final Supplier<Comparison> todays;
    private final Shares shares = new Shares();
    private int differing;

    @Option(names = "--tries", description = "how many programs (default ${DEFAULT-VALUE})")
    private long tries = 1_000;

    @Option(names = "--seed", description = "the seed of the first; the others follow (default ${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(names = "--keep-going", description = "goes on after a program that differs")
    private boolean keepGoing;

    @Option(
            names = "--older",
            paramLabel = "FOLDER",
            description =
                    "compares with an older Kafka Streams, without what is new in today's: its jar and those of its"
                            + " clients and its test driver are in this folder; 4.3.1 is in stoatflow-parity/target/older")
    private @Nullable Path older;

    Diff(PrintStream out, Supplier<Comparison> todays) {
        this.out = out;
        this.todays = todays;
    }

    @SuppressWarnings("checkstyle:exit") // the command's own process
    public static void main(String[] args) {
        // Many programs fail on purpose, and both libraries say so at length.
        System.setProperty("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        System.exit(new Diff(System.out, Comparison::withTodays).commandLine().execute(args));
    }

    /** The program of a seed. */
    static Program program(long seed) {
        return Programs.of(new SplittableRandom(seed));
    }

    @Override
    public Integer call() {
        long first = upTo(SEED_MAX, "--seed", seed);
        long end = first + upTo(SEED_MAX, "--tries", tries);
        Path folder = older;
        Comparison comparison = folder == null ? todays.get() : older(folder);
        long startedNs = System.nanoTime();
        long at = first;
        for (; at < end && (differing == 0 || keepGoing); at++) {
            run(comparison, at);
        }
        out.print(shares);
        out.printf(
                Locale.ROOT,
                "%d programs from seed %d, %d differ from %s, %.1f a second; the rarest operator is in %.1f %%%n",
                at - first,
                first,
                differing,
                comparison.with(),
                (at - first) / ((System.nanoTime() - startedNs) / 1e9),
                100 * shares.smallest());
        return differing == 0 ? 0 : 1;
    }

    private Comparison older(Path folder) {
        try {
            return Comparison.withOlder(folder);
        } catch (IllegalArgumentException none) {
            throw refusal("Invalid value for option '--older': " + none.getMessage());
        }
    }

    private void run(Comparison comparison, long at) {
        Program program = older == null ? program(at) : program(at).withoutNewest();
        shares.add(program);
        if (comparison.difference(program) != null) {
            differing++;
            Program smallest = Shrinker.smallest(program, each -> comparison.difference(each) != null);
            @Nullable String difference = comparison.difference(smallest);
            out.println("seed " + at + " differs; the smallest like it:\n" + smallest + difference + "\n");
        }
    }
}
