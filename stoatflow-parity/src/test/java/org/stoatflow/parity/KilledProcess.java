package org.stoatflow.parity;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.stoatflow.localkafka.SharedClasses;

/** A program in a JVM of its own, that writes to a file and ends by SIGKILL, or when its input ends. */
final class KilledProcess implements AutoCloseable {
    private final Process process;
    private final Path output;

    private KilledProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    static KilledProcess start(Class<?> main, Path output, String... args) throws IOException {
        return startWith(List.of(), main, output, args);
    }

    /** The same with jars before all others on the class path. */
    static KilledProcess startWith(List<Path> jars, Class<?> main, Path output, String... args) throws IOException {
        SharedClasses classes = jars.isEmpty() ? SharedClasses.ofChild() : behind(jars);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:MetaspaceSize=128m",
                "-XX:+UseSerialGC",
                "-Xmx512m",
                "--enable-native-access=ALL-UNNAMED",
                "-Dstoatflow.log=INFO",
                "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile"),
                "-Dlogback.statusListenerClass=ch.qos.logback.core.status.NopStatusListener",
                "-cp",
                classes.classPath()));
        command.addAll(classes.options());
        command.add(main.getName());
        command.addAll(List.of(args));
        return new KilledProcess(
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start(),
                output);
    }

    /** Shares none: the archive's jars would come first. */
    private static SharedClasses behind(List<Path> jars) {
        String first = jars.stream().map(jar -> jar + File.pathSeparator).collect(Collectors.joining());
        return new SharedClasses(List.of(), first + System.getProperty("java.class.path"));
    }

    void awaitOutput(String text) {
        explain(() -> Cluster.await(() -> output().contains(text) || !process.isAlive(), () -> text));
        if (!output().contains(text)) {
            throw new AssertionError("the process ended without saying \"" + text + "\":\n" + output());
        }
    }

    /** Adds what the process said to a wait's failure. */
    void explain(Runnable wait) {
        try {
            wait.run();
        } catch (AssertionError missed) {
            throw new AssertionError(
                    missed.getMessage() + "\nthe process, alive=" + process.isAlive() + ", said:\n" + output(), missed);
        }
    }

    private String output() {
        try {
            return Files.readString(output);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Ends the program's input, and returns when it has ended without a failure. */
    void stop() throws IOException {
        process.getOutputStream().close();
        explain(() -> Cluster.await(() -> !process.isAlive(), () -> "the end of process " + process.pid()));
        if (process.exitValue() != 0) {
            throw new AssertionError("the process ended with " + process.exitValue() + ":\n" + output());
        }
    }

    /** SIGKILL; returns when the process is gone. */
    @Override
    public void close() {
        process.destroyForcibly();
        Cluster.await(() -> !process.isAlive(), () -> "the end of a killed process " + process.pid());
    }
}
