package org.stoatflow.simulation.stores;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.stoatflow.command.Arguments;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./stoatflow stores}: compares stores of each kind with sorted maps. */
@Command(name = "./stoatflow stores", description = """

                Does random operations to stores of each kind, on disk and in memory, with and without a cache, and compares
                them with sorted maps. Operations are taken back, committed and aborted, and processes crash.
                """, footer = """

                Exit status: 0 all kinds hold, 1 one does not (what it did is printed), 2 bad arguments.""")
public final class CheckStores extends Arguments<Integer> {
    /** So many operations a store lives at most: the next seed begins with an empty one. */
    static final int LIFE = 10_000;

    private final PrintStream out;

    @Option(names = "--operations", description = "how many for each kind (default ${DEFAULT-VALUE})")
    private long operations = 1_000_000;

    @Option(names = "--seed", description = "the first seed (default ${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(names = "--kinds", split = ",", description = "only these kinds (default all: ${DEFAULT-VALUE})")
    private List<String> kinds = Arrays.stream(Kind.values()).map(Kind::option).toList();

    CheckStores(PrintStream out) {
        this.out = out;
    }

    @SuppressWarnings("checkstyle:exit") // the command's own process
    public static void main(String[] args) {
        System.setProperty("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        System.exit(new CheckStores(System.out).commandLine().execute(args));
    }

    @Override
    public Integer call() {
        long count = upTo(Long.MAX_VALUE, "--operations", operations);
        List<Kind> chosen = kinds.stream().map(this::kind).toList();
        boolean holds = true;
        for (Kind kind : chosen) {
            holds &= check(kind, count);
        }
        return holds ? 0 : 1;
    }

    private Kind kind(String option) {
        for (Kind kind : Kind.values()) {
            if (kind.option().equals(option)) {
                return kind;
            }
        }
        throw refusal(
                "--kinds",
                "of "
                        + String.join(
                                ", ",
                                Arrays.stream(Kind.values()).map(Kind::option).toList()),
                option);
    }

    private boolean check(Kind kind, long count) {
        long startedNs = System.nanoTime();
        List<Variant> variants = kind.variants();
        int life = Math.clamp(count / variants.size(), 1, LIFE);
        long done = 0;
        for (long at = seed; done < count; at++) {
            for (Variant variant : variants) {
                Failure failure = Failure.of(variant, at, life);
                if (failure != null) {
                    report(failure.shrunken(), at);
                    return false;
                }
                done += life;
            }
        }
        double seconds = (System.nanoTime() - startedNs) / 1e9;
        out.printf(
                Locale.ROOT,
                "%-18s %d operations from seed %d: %.0f a second%n",
                kind.option(),
                done,
                seed,
                done / seconds);
        return true;
    }

    private void report(Failure failure, long at) {
        failure.steps().forEach(out::println);
        failure.what().printStackTrace(out);
        out.println("FAILED " + failure.variant() + ": ./stoatflow stores --seed " + at + " --kinds "
                + failure.variant().kind().option() + " --operations " + operations + "; it is shown with "
                + failure.operations().length + " operations above");
    }
}
