package org.stoatflow.examples.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.stoatflow.examples.demo.reading.EngineReading;
import org.stoatflow.localkafka.SharedClasses;

/**
 * One life of an application, in a JVM of its own, and what it says. When the demo's JVM ends, the application's
 * standard input ends, and so does the application. The thread {@code application} writes the fields, any thread reads
 * them.
 */
final class ApplicationProcess {
    private static final List<String> JVM_ARGS = List.of("-Xmx512m", "--enable-native-access=ALL-UNNAMED");
    private static final String RUNNING = "RUNNING";
    private static final List<String> LAST_STATES =
            List.of("ERROR", "PENDING_ERROR", "PENDING_SHUTDOWN", "NOT_RUNNING");
    private static final Duration KILL_LIMIT = Duration.ofSeconds(30);

    private final Process process;
    private final CountDownLatch runningOrFailed = new CountDownLatch(1);
    private volatile String state = "not started";
    private volatile @Nullable String failure;
    private volatile EngineReading reading = EngineReading.NONE;
    private volatile long restored;
    private volatile boolean closed;

    private ApplicationProcess(Process process) {
        this.process = process;
        Thread.ofPlatform().name("application").daemon().start(this::readLines);
    }

    /**
     * Starts the JVM, and does not wait for it.
     *
     * @param folder for settings, log and state; the next life finds the state there
     */
    static ApplicationProcess start(Library library, Properties settings, Path folder) {
        Path file = folder.resolve("settings.properties");
        try {
            Files.createDirectories(folder);
            try (Writer out = Files.newBufferedWriter(file)) {
                settings.store(out, null);
            }
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(JVM_ARGS);
            command.add("-D" + DemoFolder.LOG_FILE + "=" + folder.resolve("application.log"));
            SharedClasses shared = SharedClasses.ofChild();
            command.addAll(shared.options());
            command.addAll(List.of("-cp", shared.classPath()));
            command.addAll(List.of(library.program().getName(), DemoTopics.LINES, library.counts(), file.toString()));
            ProcessBuilder.Redirect errors = ProcessBuilder.Redirect.appendTo(
                    folder.resolve("errors.log").toFile());
            return new ApplicationProcess(
                    new ProcessBuilder(command).redirectError(errors).start());
        } catch (IOException refused) {
            throw new UncheckedIOException("the application could not be started in " + folder, refused);
        }
    }

    /** Returns once the application processes records. */
    void awaitRunning(Duration limit) throws DemoFailure, InterruptedException {
        if (!runningOrFailed.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new DemoFailure("the application is still " + state + " after " + limit.toSeconds() + " s");
        }
        check();
    }

    /** Throws if the application has failed. */
    void check() throws DemoFailure {
        String now = state;
        String reason = failure;
        if (reason != null) {
            throw new DemoFailure("the application failed and is " + now + ": " + reason);
        }
        if (LAST_STATES.contains(now) || !process.isAlive()) {
            throw new DemoFailure("the application is " + (process.isAlive() ? now : "gone, and was " + now)
                    + " though nobody closed it; its logs say why");
        }
    }

    long pid() {
        return process.pid();
    }

    EngineReading reading() {
        return reading;
    }

    /** How many records it has taken from its changelog so far. */
    long restored() {
        return restored;
    }

    /** Ends the JVM with SIGKILL, as {@code kill -9} does, and returns once it is gone. */
    void kill() throws DemoFailure, InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(KILL_LIMIT)) {
            throw new DemoFailure("process " + pid() + " is alive " + KILL_LIMIT.toSeconds() + " s after its SIGKILL");
        }
    }

    /** Has the application close, whatever its state; then its JVM ends. Returns whether it has closed. */
    boolean close(Duration limit) throws InterruptedException {
        try {
            process.getOutputStream().close();
            return process.waitFor(limit) && closed;
        } catch (IOException gone) { // it was dead already
            return false;
        } finally {
            process.destroyForcibly();
        }
    }

    private void readLines() {
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                onLine(line);
            }
        } catch (IOException ended) {
            state = "gone: " + ended.getMessage();
        }
        runningOrFailed.countDown();
    }

    private void onLine(String line) {
        String said = line.substring(line.indexOf(' ') + 1);
        switch (line.substring(0, Math.max(0, line.indexOf(' ')))) {
            case "state" -> onState(said);
            case "failure" -> failure = failure == null ? said : failure;
            case "engine" -> reading = EngineReading.parse(said);
            case "restored" -> restored = Long.parseLong(said);
            default -> closed |= "closed".equals(line);
        }
    }

    private void onState(String now) {
        state = now;
        if (RUNNING.equals(now) || LAST_STATES.contains(now)) {
            runningOrFailed.countDown();
        }
    }
}
