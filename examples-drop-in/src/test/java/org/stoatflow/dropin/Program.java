package org.stoatflow.dropin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program in a JVM of its own, with this JVM's class path. It does not outlive this object. */
final class Program implements AutoCloseable {
    private static final long STOP_SECONDS_MAX = 60;

    private final Process process;
    private final Path log;
    private final Thread end;

    private Program(Process process, Path log) {
        this.process = process;
        this.log = log;
        this.end = new Thread(process::destroyForcibly, "end-of-program");
        Runtime.getRuntime().addShutdownHook(end);
    }

    /** Starts it. Its temporary files, its state and its log are in {@code folder}. */
    static Program start(Class<?> main, List<String> jvmArgs, Path folder) {
        return start(System.getProperty("java.class.path"), main, jvmArgs, folder, List.of());
    }

    /** Starts it with another class path, and with arguments. */
    static Program start(String classPath, Class<?> main, List<String> jvmArgs, Path folder, List<String> args) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
        command.add("-Djava.io.tmpdir=" + folder);
        for (String property : List.of("logback.configurationFile", "logback.statusListenerClass")) {
            command.add("-D" + property + "=" + System.getProperty(property));
        }
        command.addAll(jvmArgs);
        command.add(main.getName());
        command.addAll(args);
        Path log = folder.resolve("log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.PIPE)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().put("CLASSPATH", classPath);
        try {
            return new Program(builder.start(), log);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Asks the program to end, as a service manager does, and waits for it; returns its exit status. */
    int stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS)) {
            throw new AssertionError("still running " + STOP_SECONDS_MAX + " s after it was asked to end\n" + log());
        }
        return process.exitValue();
    }

    /** SIGKILL; returns when it is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    String log() {
        try {
            return Files.readString(log);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        Runtime.getRuntime().removeShutdownHook(end);
    }
}
