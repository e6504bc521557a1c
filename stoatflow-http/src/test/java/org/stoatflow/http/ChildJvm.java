package org.stoatflow.http;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A process that runs a main class of the tests, tells by lines how far it is, and is told by lines what to do. */
final class ChildJvm implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final String LOGGING = "logback.configurationFile";
    private static final String END = "the process has ended";

    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private ChildJvm(Process process) {
        this.process = process;
        Thread.ofPlatform()
                .daemon()
                .name("reads what " + process.pid() + " writes")
                .start(this::read);
    }

    private void read() {
        process.inputReader().lines().forEach(lines::add);
        lines.add(END);
    }

    /**
     * Starts it.
     *
     * @param log what it writes to its standard error
     */
    static ChildJvm start(Class<?> main, Path log, List<String> options, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add("-D" + LOGGING + "=" + System.getProperty(LOGGING, ""));
        command.addAll(List.of(
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return new ChildJvm(
                new ProcessBuilder(command).redirectError(log.toFile()).start());
    }

    long pid() {
        return process.pid();
    }

    /** Waits until it has written the line. */
    void awaitLine(String wanted) throws InterruptedException {
        String line = "";
        while (!wanted.equals(line)) { // others are of its log
            line = lines.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
            if (line == null || line.equals(END)) {
                throw new AssertionError("no line '" + wanted + "': " + (line == null ? "waited for " + LIMIT : END));
            }
        }
    }

    /** Writes it a line. */
    void tell(String line) throws IOException {
        Writer writer = process.outputWriter();
        writer.write(line + "\n");
        writer.flush();
    }

    /** Sends it SIGTERM. Unlike {@code Process.destroy}, this leaves its streams open. */
    void terminate() {
        process.toHandle().destroy();
    }

    /** Waits for its end, and returns its exit status. */
    int awaitEnd(Duration limit) throws InterruptedException {
        if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("the process has not ended after " + limit);
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.toHandle().destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }
}
