package org.stoatflow.bench.role;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.stoatflow.localkafka.SharedClasses;

/**
 * A part of a measurement in a child JVM. What it says goes line by line to a listener, on a thread of this process;
 * its standard error to a file. Its standard input ends with this JVM, and so does it.
 */
public final class RoleProcess implements AutoCloseable {
    private static final int LOG_LINES = 20;
    private static final Duration SAID_LIMIT = Duration.ofSeconds(10);

    private final String title;
    private final Process process;
    private final Path log;
    private final Thread listening;

    private RoleProcess(String title, Process process, Path log, Consumer<String> listener) {
        this.title = title;
        this.process = process;
        this.log = log;
        this.listening = Thread.ofPlatform().name("says").daemon().start(() -> listen(listener));
    }

    /**
     * Starts a JVM and does not wait for it.
     *
     * @param title for messages, as in "the application"
     * @param jvmArgs behind our class path, in place of which they may give another
     * @param folder for its log
     */
    public static RoleProcess start(
            String title,
            Class<?> program,
            List<String> jvmArgs,
            List<String> arguments,
            Map<Variable, String> variables,
            Path folder,
            Consumer<String> listener)
            throws RoleFailure {
        Path log = folder.resolve(program.getSimpleName() + ".log");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        SharedClasses shared = SharedClasses.ofChild();
        command.addAll(shared.options());
        command.addAll(List.of("-cp", shared.classPath()));
        command.addAll(jvmArgs);
        command.add(program.getName());
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
        variables.forEach((variable, value) -> builder.environment().put(variable.id(), value));
        try {
            return new RoleProcess(title, builder.start(), log, listener);
        } catch (IOException failure) {
            throw new RoleFailure(title + " could not be started: " + failure.getMessage(), failure);
        }
    }

    /** Writes a line to its standard input. */
    public void tell(String line) throws RoleFailure {
        try {
            process.outputWriter().append(line).append('\n').flush();
        } catch (IOException failure) {
            throw new RoleFailure(title + " takes no orders" + describe(), failure);
        }
    }

    /** Ends its standard input. */
    public void endInput() throws RoleFailure {
        try {
            process.outputWriter().close();
        } catch (IOException failure) {
            throw new RoleFailure(title + " takes no orders" + describe(), failure);
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Whether it has ended in order. */
    public boolean isDone() {
        return !process.isAlive() && process.exitValue() == 0;
    }

    /** Whether it ends within the limit. */
    public boolean awaitEnd(Duration limit) throws InterruptedException {
        return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The same, and all that it said has been heard. */
    boolean awaitEndAndHear(Duration limit) throws InterruptedException {
        return awaitEnd(limit) && listening.join(SAID_LIMIT);
    }

    /** Waits for its end, which must be in order, and until all that it said has been heard. */
    public void awaitDone(Duration limit) throws RoleFailure, InterruptedException {
        if (!awaitEndAndHear(limit) || process.exitValue() != 0) {
            throw new RoleFailure(title + " has not ended in order, within " + limit.toSeconds() + " s" + describe());
        }
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** Whether it lives, and the end of its log, for a message. */
    public String describe() {
        try {
            List<String> lines = Files.readAllLines(log);
            String end = String.join("\n  ", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
            return "; " + (process.isAlive() ? "it is alive" : "it has ended")
                    + (end.isEmpty() ? ", and its log is empty" : ", and its log ends with\n  " + end);
        } catch (IOException failure) {
            return "; its log cannot be read: " + failure;
        }
    }

    private void listen(Consumer<String> listener) {
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                listener.accept(line);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
