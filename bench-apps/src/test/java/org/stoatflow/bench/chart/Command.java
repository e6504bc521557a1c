package org.stoatflow.bench.chart;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a program to its end. */
final class Command {
    private static final int NOT_THERE = 127;

    private Command() {}

    /** @param text what it has said, on both outputs */
    record Outcome(int status, String text) {}

    static Outcome run(List<String> command, Path folder, Duration limit) throws IOException, InterruptedException {
        Path said = Files.createTempFile("command-", ".txt");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start();
            process.getOutputStream().close();
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                return new Outcome(NOT_THERE, "not ended after " + limit.toSeconds() + " s");
            }
            return new Outcome(process.exitValue(), Files.readString(said, StandardCharsets.UTF_8));
        } catch (IOException notThere) {
            return new Outcome(NOT_THERE, notThere.getMessage());
        } finally {
            Files.delete(said);
        }
    }
}
