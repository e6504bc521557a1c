package org.stoatflow.bench.latency;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Programs that are run in a folder, one at a time, each to its end.
 *
 * @param limit how long one may take
 */
public record Tool(Path folder, Duration limit) {
    private static final int LINES = 20;
    private static final Duration GIT_LIMIT = Duration.ofSeconds(10);

    /** The commit that is checked out here; empty where there is no git. */
    public static String commit() throws InterruptedException {
        try {
            return new Tool(Path.of("."), GIT_LIMIT).run(List.of("git", "rev-parse", "HEAD"));
        } catch (BenchFailure noGit) {
            return "";
        }
    }

    /** What it says, which must be that all is well. */
    public String run(List<String> command) throws BenchFailure, InterruptedException {
        try {
            Path said = Files.createTempFile("stoatflow-bench-", ".log");
            try {
                return ended(command, said);
            } finally {
                Files.delete(said);
            }
        } catch (IOException failure) {
            throw new BenchFailure(String.join(" ", command) + " cannot be run: " + failure, failure);
        }
    }

    private String ended(List<String> command, Path said) throws IOException, BenchFailure, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        builder.environment().remove("STOATFLOW_FROM"); // of the command that we are
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        try {
            process.outputWriter().close();
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new BenchFailure(String.join(" ", command) + " takes more than " + limit.toSeconds() + " s");
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
        List<String> lines = Files.readAllLines(said);
        if (process.exitValue() != 0) {
            throw new BenchFailure(String.join(" ", command) + " has failed; it ends with\n  "
                    + String.join("\n  ", lines.subList(Math.max(0, lines.size() - LINES), lines.size())));
        }
        return String.join("\n", lines);
    }
}
