package org.stoatflow.runtime.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.stoatflow.localkafka.SharedClasses;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Eventually;

/** One process of {@link WordCountMain}. Its output and its log go to a file. */
final class WordCountProcess implements AutoCloseable {
    private final Process process;
    private final Path output;

    private WordCountProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    static WordCountProcess start(
            String applicationId, Path stateDir, String guarantee, String lines, String counts, Path output)
            throws IOException {
        return start(applicationId, stateDir, guarantee, lines, counts, 0, output);
    }

    /** @param cacheBytes how many bytes record caches may take */
    static WordCountProcess start(
            String applicationId,
            Path stateDir,
            String guarantee,
            String lines,
            String counts,
            long cacheBytes,
            Path output)
            throws IOException {
        return startCount(
                output,
                applicationId,
                stateDir.toString(),
                guarantee,
                lines,
                counts,
                String.valueOf(cacheBytes),
                "plain");
    }

    /** A count that fails now and then, see {@link FlakyWordCount}, and runs its records again. */
    static WordCountProcess startFlaky(
            String applicationId, Path stateDir, String guarantee, String lines, String counts, Path output)
            throws IOException {
        return startCount(output, applicationId, stateDir.toString(), guarantee, lines, counts, "0", "flaky");
    }

    /** A count of a table of lines, which has its source topic as changelog. */
    static WordCountProcess startTable(
            String applicationId, Path stateDir, String guarantee, String lines, String counts, Path output)
            throws IOException {
        return startCount(output, applicationId, stateDir.toString(), guarantee, lines, counts, "0", "table");
    }

    /** @param args the arguments after the bootstrap servers */
    private static WordCountProcess startCount(Path output, String... args) throws IOException {
        List<String> all = new ArrayList<>(List.of(TestCluster.shared().bootstrapServers()));
        all.addAll(List.of(args));
        return start(WordCountMain.class, output, all.toArray(String[]::new));
    }

    /** Starts another program in a JVM of its own. */
    static WordCountProcess start(Class<?> main, Path output, String... args) throws IOException {
        return start(main, List.of(), output, args);
    }

    /** @param jvmArgs options after those that each process gets, so that these win */
    static WordCountProcess start(Class<?> main, List<String> jvmArgs, Path output, String... args) throws IOException {
        SharedClasses shared = SharedClasses.ofChild();
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
                shared.classPath()));
        command.addAll(shared.options());
        command.addAll(jvmArgs);
        command.add(main.getName());
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new WordCountProcess(process, output);
    }

    /** Waits for a line that contains the text. */
    void awaitOutput(String text) {
        Eventually.await(
                () -> output().contains(text) || !process.isAlive(), () -> "\"" + text + "\" in:\n" + output());
        if (!output().contains(text)) {
            throw new AssertionError("the process ended without saying \"" + text + "\":\n" + output());
        }
    }

    long pid() {
        return process.pid();
    }

    String output() {
        try {
            return Files.readString(output);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Runs a wait, and adds the process's output to its failure. */
    void explain(Runnable wait) {
        try {
            wait.run();
        } catch (AssertionError missed) {
            throw new AssertionError("the process, alive=" + process.isAlive() + ", said:\n" + output(), missed);
        }
    }

    /** SIGKILL. */
    void kill() {
        process.destroyForcibly();
        Eventually.await(() -> !process.isAlive(), () -> "the end of a killed process " + process.pid());
    }

    @Override
    public void close() {
        kill();
    }
}
