package org.stoatflow.bench.latency;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The measured application in a child JVM. When this JVM ends, the child's standard input ends, and so does the child.
 */
public final class AppProcess implements AutoCloseable {
    /** JVM options that both libraries get. */
    static final List<String> JVM_ARGS = List.of("-Xmx512m", "--enable-native-access=ALL-UNNAMED");

    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration END_LIMIT = Duration.ofSeconds(2); // from the end of its output on
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(40);
    private static final int LOG_LINES = 20;

    private final Process process;
    private final Path log;
    private final CountDownLatch running = new CountDownLatch(1);
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private volatile String state = "not started";

    private AppProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        Thread.ofPlatform().name("states").daemon().start(this::readStates);
    }

    /**
     * Starts the JVM of a library's program and does not wait for it.
     *
     * @param topology name of a topology of the programs
     * @param jvmArgs after {@link #JVM_ARGS}
     * @param folder for the settings, the log and the state; empty
     */
    public static AppProcess start(
            Library library,
            String topology,
            String input,
            String output,
            Map<String, String> settings,
            List<String> jvmArgs,
            Path folder)
            throws BenchFailure {
        return start(library.program(), List.of(topology, input, output), settings, jvmArgs, folder);
    }

    /**
     * Starts the JVM of a program that prints its states as the libraries' programs do.
     *
     * @param arguments of the program, before its file of settings
     * @param jvmArgs after {@link #JVM_ARGS}
     * @param folder for the settings, the log and the state; empty
     */
    public static AppProcess start(
            Class<?> program, List<String> arguments, Map<String, String> settings, List<String> jvmArgs, Path folder)
            throws BenchFailure {
        Path log = folder.resolve("app.log");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM_ARGS);
        command.addAll(jvmArgs);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(program.getName());
        command.addAll(arguments);
        try {
            command.add(written(settings, folder).toString());
            return new AppProcess(
                    new ProcessBuilder(command).redirectError(log.toFile()).start(), log);
        } catch (IOException failure) {
            throw new BenchFailure("the application could not be started: " + failure.getMessage(), failure);
        }
    }

    private static Path written(Map<String, String> settings, Path folder) throws IOException {
        Path file = folder.resolve("app.properties");
        Properties properties = new Properties();
        properties.putAll(settings);
        properties.put("state.dir", folder.resolve("state").toString());
        try (Writer out = Files.newBufferedWriter(file)) {
            properties.store(out, null);
        }
        return file;
    }

    public void awaitRunning() throws BenchFailure, InterruptedException {
        if (!running.await(START_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new BenchFailure("the application does not run after " + START_LIMIT.toSeconds() + " s" + describe());
        }
        requireRunning();
    }

    /** Whether the application runs, which it may do only after a long restore. */
    public boolean isRunning() throws BenchFailure, InterruptedException {
        check();
        if (running.getCount() > 0) {
            return false;
        }
        requireRunning();
        return true;
    }

    private void requireRunning() throws BenchFailure, InterruptedException {
        if (!"RUNNING".equals(state)) {
            boolean ended = process.waitFor(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            throw new BenchFailure(
                    "the application has " + (ended ? "ended" : "failed") + " at its start" + describe());
        }
    }

    /** Throws if the application has failed. Any thread. */
    public void check() throws BenchFailure {
        if (!process.isAlive() || "ERROR".equals(state)) {
            throw new BenchFailure("the application has failed" + describe());
        }
    }

    /**
     * What a store has for a key, as text.
     *
     * @return "null" if it has none, or cannot be asked yet
     */
    public String answer(String store, String key) throws BenchFailure, InterruptedException {
        try {
            process.outputWriter().append(store + " " + key + "\n").flush();
        } catch (IOException failure) {
            throw new BenchFailure("the application takes no questions" + describe(), failure);
        }
        String answer = answers.poll(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
        if (answer == null) {
            throw new BenchFailure("the application gives no answer" + describe());
        }
        return answer;
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** Asks the application for an orderly end, and waits for it. */
    public void stop() throws BenchFailure, InterruptedException {
        try {
            process.outputWriter().close();
        } catch (IOException failure) {
            throw new BenchFailure("the application takes no orders" + describe(), failure);
        }
        if (!process.waitFor(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS) || process.exitValue() != 0) {
            throw new BenchFailure(
                    "the application has not ended in order, within " + CLOSE_LIMIT.toSeconds() + " s" + describe());
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private String describe() {
        try {
            List<String> lines = Files.readAllLines(log);
            String end = String.join("\n  ", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
            return "; its state is " + state + ", " + (process.isAlive() ? "it is alive" : "it has ended")
                    + (end.isEmpty() ? ", and its log is empty" : ", and its log ends with\n  " + end);
        } catch (IOException failure) {
            return "; its state is " + state + ", and its log cannot be read: " + failure;
        }
    }

    private void readStates() {
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("state ")) {
                    state = line.substring("state ".length());
                    if ("RUNNING".equals(state) || "ERROR".equals(state)) {
                        running.countDown();
                    }
                } else if (line.startsWith("answer ")) {
                    answers.add(line.substring("answer ".length()));
                }
            }
            running.countDown();
        } catch (IOException failure) {
            running.countDown();
            throw new UncheckedIOException(failure);
        }
    }
}
