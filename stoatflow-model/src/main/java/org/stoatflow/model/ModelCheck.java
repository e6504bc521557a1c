package org.stoatflow.model;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.stoatflow.command.Arguments;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code ./stoatflow model}: checks configurations of the model with TLC and prints a table. Its exit status is 1 when
 * a result is not the expected one, also when what must fail passes.
 */
@Command(name = "./stoatflow model", description = """

                Without a name, checks all configurations but the large ones. A name stands for all that begin with it:
                Epochs, TakeOver_v_, AtLeastOnce_ok_cycle.
                """, footer = """

                Exit status: 0 all as expected, 1 one is not, 2 bad arguments.""")
public final class ModelCheck extends Arguments<Integer> {
    /** Where the model is, seen from the repository and from the module. */
    private static final List<String> FOLDERS = List.of("stoatflow-model/src/main/tla", "src/main/tla");

    private final PrintStream out;

    @CommandLine.Parameters(paramLabel = "NAME", description = "how the names of configurations begin")
    private List<String> names = List.of();

    @Option(names = "--all", description = "checks the large ones, too")
    private boolean all;

    @Option(names = "--list", description = "prints what each configuration shows, and checks none")
    private boolean list;

    @Option(names = "--trace", description = "prints the states that lead to what is violated")
    private boolean trace;

    @Option(names = "--seconds", description = "time for one configuration (default ${DEFAULT-VALUE})")
    private int seconds = 1800;

    @Option(names = "--heap", description = "memory for one configuration, in megabytes (default ${DEFAULT-VALUE})")
    private int heapMb = 2048;

    @Option(names = "--workers", description = "threads for one configuration (default ${DEFAULT-VALUE})")
    private int workers = 1;

    ModelCheck(PrintStream out) {
        this.out = out;
    }

    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) {
        System.exit(new ModelCheck(System.out).commandLine().execute(args));
    }

    /** The folder of the model. */
    static Path folder() {
        for (String folder : FOLDERS) {
            if (Files.isDirectory(Path.of(folder))) {
                return Path.of(folder);
            }
        }
        throw new IllegalStateException(
                "None of " + FOLDERS + " is in " + Path.of("").toAbsolutePath());
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Configuration> chosen =
                Configuration.all(folder()).stream().filter(this::isChosen).toList();
        if (chosen.isEmpty()) {
            throw refusal("no configuration begins with " + String.join(" or ", names) + "; --list prints them");
        }
        if (list) {
            chosen.forEach(each ->
                    out.println(each.name() + " (" + each.expected() + ", " + each.size() + "): " + each.shows()));
            return 0;
        }
        return check(chosen);
    }

    private boolean isChosen(Configuration configuration) {
        if (names.isEmpty()) {
            return configuration.size() != Configuration.Size.LARGE || all || list;
        }
        return names.stream().anyMatch(name -> configuration.name().startsWith(name));
    }

    private int check(List<Configuration> chosen) throws IOException, InterruptedException {
        Tlc tlc = new Tlc(Duration.ofSeconds(seconds), heapMb, workers);
        String row = "%-40s %-30s %12s %8s  %s%n";
        out.printf(row, "configuration", "expected", "states", "seconds", "result");
        int wrong = 0;
        for (Configuration configuration : chosen) {
            Outcome outcome = tlc.check(configuration);
            boolean met = outcome.meets(configuration);
            wrong += met ? 0 : 1;
            out.printf(
                    Locale.ROOT,
                    row,
                    configuration.name(),
                    configuration.expected(),
                    outcome.states() < 0 ? "-" : outcome.states(),
                    String.format(Locale.ROOT, "%.1f", outcome.seconds()),
                    met ? "as expected" : "WRONG: " + outcome.found());
            if (trace) {
                outcome.output().forEach(out::println);
            }
        }
        out.println(
                wrong == 0
                        ? "All " + chosen.size() + " as expected."
                        : wrong + " of " + chosen.size() + " not as expected.");
        return wrong == 0 ? 0 : 1;
    }
}
