package org.stoatflow.simulation.fuzz;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.stoatflow.command.Arguments;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./stoatflow fuzz}: gives arbitrary bytes to all that reads bytes of others. */
@Command(name = "./stoatflow fuzz", description = """

                Gives arbitrary bytes, and valid ones that were changed, to all that reads bytes which others may have
                written: records of hops and changelogs, metadata of offsets, notes of the group, files. Each has to
                be read, or refused with a message that names the place, without much memory.
                """, footer = """

                Exit status: 0 all hold, 1 one does not (seed and bytes were printed), 2 bad arguments.""")
public final class Fuzz extends Arguments<Integer> {
    private static final int SEEDS_AT_ONCE = 200;
    private static final int MINUTES_MAX = 24 * 60;

    private final PrintStream out;

    @Option(names = "--minutes", description = "for how long (default ${DEFAULT-VALUE})")
    private int minutes = 5;

    @Option(names = "--seed", description = "the first seed (default ${DEFAULT-VALUE})")
    private long seed = 1;

    Fuzz(PrintStream out) {
        this.out = out;
    }

    @SuppressWarnings("checkstyle:exit") // the command's own process
    public static void main(String[] args) {
        System.setProperty("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        System.exit(new Fuzz(System.out).commandLine().execute(args));
    }

    @Override
    public Integer call() throws Exception {
        long endNs = System.nanoTime() + TimeUnit.MINUTES.toNanos(upTo(MINUTES_MAX, "--minutes", minutes));
        try (Readers readers = new Readers()) {
            List<Fuzzing> all = readers.all().stream().map(Fuzzing::new).toList();
            long first = seed;
            do {
                for (Fuzzing each : all) {
                    String found = first == seed ? each.samples() : null;
                    found = found == null ? each.run(first, SEEDS_AT_ONCE) : found;
                    if (found != null) {
                        out.println(found);
                        return 1;
                    }
                }
                first += SEEDS_AT_ONCE;
            } while (System.nanoTime() - endNs < 0);
            tell(readers.all(), all, first - seed);
        }
        return 0;
    }

    private void tell(List<Reader> readers, List<Fuzzing> all, long seeds) {
        for (int at = 0; at < readers.size(); at++) {
            out.printf(
                    Locale.ROOT,
                    "%-40s %,14d inputs, %,14d refused%n",
                    readers.get(at).name(),
                    seeds,
                    all.get(at).refused());
        }
    }
}
