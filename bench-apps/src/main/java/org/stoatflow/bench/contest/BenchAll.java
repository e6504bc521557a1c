package org.stoatflow.bench.contest;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.stoatflow.bench.latency.BenchFailure;
import org.stoatflow.bench.role.RoleFailure;

/** {@code bench all}, {@code --quick} or {@code --full}: runs the steps of a plan, each in a JVM of its own. */
final class BenchAll {
    static final String QUICK = "--quick";
    static final String FULL = "--full";

    /** A step may take this much longer than was thought, and some minutes. */
    private static final int PATIENCE = 5;

    private static final Duration ALWAYS = Duration.ofMinutes(15);

    private final Plan plan;
    private final Path folder;
    private final PrintStream out;

    /** @param folder of the results, which need not be there */
    BenchAll(Plan plan, Path folder, PrintStream out) {
        this.plan = plan;
        this.folder = folder.toAbsolutePath();
        this.out = out;
    }

    /** The plan that arguments ask for, {@code all} among them; one of a cell or a scenario is none. */
    static boolean isAsked(List<String> arguments) {
        return arguments.contains(QUICK) || arguments.contains(FULL);
    }

    /** Refuses all other arguments, since a plan that was changed could not be compared. */
    static Plan asked(List<String> arguments) throws BenchFailure {
        if (arguments.equals(List.of("all", QUICK))) {
            return Plan.quick();
        }
        if (arguments.equals(List.of("all", FULL))) {
            return Plan.full();
        }
        throw new BenchFailure("it is 'bench all " + QUICK + "' or 'bench all " + FULL + "', without other arguments");
    }

    /** Runs all steps, also behind one that fails, and writes the page of what there is. */
    void run() throws RoleFailure, InterruptedException {
        long beginNs = System.nanoTime();
        List<String> failed = new ArrayList<>();
        for (int step = 0; step < plan.steps().size(); step++) {
            Plan.Step next = plan.steps().get(step);
            Duration left = plan.left(step, Duration.ofNanos(System.nanoTime() - beginNs));
            out.printf(
                    Locale.ROOT,
                    "%nStep %d of %d: %s; about %d min are left.%n",
                    step + 1,
                    plan.steps().size(),
                    next.title(),
                    left.plusSeconds(59).toMinutes());
            if (!succeeds(next)) {
                out.println("It has failed.");
                failed.add(next.title());
            }
        }
        out.println("\nThe results are in " + folder + ", their page is " + Report.writePage(folder) + ".");
        if (!failed.isEmpty()) {
            throw new BenchFailure("of " + plan.steps().size() + " steps: " + String.join("; ", failed));
        }
    }

    private boolean succeeds(Plan.Step step) throws BenchFailure, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                step.program().getName()));
        command.addAll(step.arguments());
        Path text = folder.resolve(step.title() + ".txt");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.INHERIT);
        if (step.hasResults()) {
            command.addAll(List.of("--results", folder.toString()));
            builder.redirectOutput(Redirect.INHERIT);
        } else {
            builder.redirectOutput(text.toFile());
        }
        try {
            Files.createDirectories(folder);
            boolean succeeds = ended(builder.start(), step);
            if (!step.hasResults()) {
                out.print(Files.readString(text));
            }
            return succeeds;
        } catch (IOException failure) {
            throw new BenchFailure(step.title() + " cannot be run: " + failure, failure);
        }
    }

    private static boolean ended(Process process, Plan.Step step) throws InterruptedException {
        Thread withUs = new Thread(process::destroy);
        Runtime.getRuntime().addShutdownHook(withUs);
        try {
            Duration limit = ALWAYS.plusSeconds((long) PATIENCE * step.seconds());
            return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS) && process.exitValue() == 0;
        } finally {
            process.destroy();
            Runtime.getRuntime().removeShutdownHook(withUs);
        }
    }
}
