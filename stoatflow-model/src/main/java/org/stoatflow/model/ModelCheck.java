package org.stoatflow.model;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * {@code ./stoatflow model}: checks configurations of the model with TLC and prints a table. Its exit status is 1 when a
 * result is not the expected one, also when what must fail passes.
 */
public final class ModelCheck {
    private static final String USAGE = """
            usage: ./stoatflow model [options] [NAME...]

            Without a name, checks all configurations but the large ones. A name stands for all that begin with it:
            Epochs, TakeOver_v_, AtLeastOnce_ok_cycle.

              --all        checks the large ones, too
              --list       prints what each configuration shows, and checks none
              --trace      prints the states that lead to what is violated
              --seconds N  time for one configuration (default 1800)
              --heap N     memory for one configuration, in megabytes (default 2048)
              --workers N  threads for one configuration (default 1)
            """;
    /** Where the model is, seen from the repository and from the module. */
    private static final List<String> FOLDERS = List.of("stoatflow-model/src/main/tla", "src/main/tla");

    private final PrintStream out;
    private final List<String> names = new ArrayList<>();
    private boolean all;
    private boolean list;
    private boolean trace;
    private int seconds = 1800;
    private int heapMb = 2048;
    private int workers = 1;

    private ModelCheck(PrintStream out) {
        this.out = out;
    }

    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) throws IOException, InterruptedException {
        System.exit(new ModelCheck(System.out).run(args));
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

    private int run(String[] args) throws IOException, InterruptedException {
        if (!understands(args)) {
            out.print(USAGE);
            return 2;
        }
        List<Configuration> chosen =
                Configuration.all(folder()).stream().filter(this::isChosen).toList();
        if (chosen.isEmpty()) {
            out.println("No configuration begins with " + String.join(" or ", names));
            return 2;
        }
        if (list) {
            chosen.forEach(each ->
                    out.println(each.name() + " (" + each.expected() + ", " + each.size() + "): " + each.shows()));
            return 0;
        }
        return check(chosen);
    }

    private boolean understands(String[] args) {
        try {
            for (int i = 0; i < args.length; i++) {
                switch (args[i]) {
                    case "--all" -> all = true;
                    case "--list" -> list = true;
                    case "--trace" -> trace = true;
                    case "--seconds" -> seconds = Integer.parseInt(args[++i]);
                    case "--heap" -> heapMb = Integer.parseInt(args[++i]);
                    case "--workers" -> workers = Integer.parseInt(args[++i]);
                    default -> {
                        if (args[i].startsWith("-")) {
                            return false;
                        }
                        names.add(args[i]);
                    }
                }
            }
            return true;
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException incomplete) {
            return false;
        }
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
