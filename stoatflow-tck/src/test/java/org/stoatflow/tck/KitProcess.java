package org.stoatflow.tck;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.stoatflow.tck.Reports.Outcome;

/** Runs test classes in a process of their own, with a broker that they start, and reads how they ended. */
final class KitProcess {
    private static final Duration EXECUTION_LIMIT = Duration.ofSeconds(120);
    private static final Duration END_LIMIT = Duration.ofSeconds(10);
    private static final List<String> OPENED = List.of("lang", "nio", "nio.file", "util", "util.concurrent", "time");

    private final KitFolders folders;

    KitProcess(KitFolders folders) {
        this.folders = folders;
    }

    /** How each execution ended. What did not within the limit, is not there. */
    Map<String, Outcome> run(String name, List<String> classes, Duration limit) throws InterruptedException {
        Path folder = folders.runs().resolve(name);
        KitFolders.delete(folder);
        Path temporary = folder.resolve("tmp");
        Path results = folder.resolve("results.txt");
        long until = System.nanoTime() + limit.toNanos();
        try {
            Files.createDirectories(temporary);
            ProcessBuilder builder = new ProcessBuilder(command(temporary, results, classes))
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.appendTo(folder.resolve("log.txt").toFile()));
            while (isEnded(builder.start(), until)) {
                KitFolders.delete(temporary); // the next process goes on behind what the results have
                Files.createDirectories(temporary);
            }
            KitFolders.delete(temporary);
            return Files.exists(results) ? read(Files.readAllLines(results)) : new TreeMap<>();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Waits for a process; whether it was ended because of one execution, with others to come and time for them. */
    private static boolean isEnded(Process process, long untilNanos) throws InterruptedException {
        try {
            process.waitFor(untilNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        } finally {
            process.destroyForcibly();
        }
        return process.waitFor(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                && process.exitValue() == KitWatch.ENDED
                && System.nanoTime() < untilNanos;
    }

    private List<String> command(Path temporary, Path results, List<String> classes) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-ea", "-Xss4m", "-Xmx1200m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-XX:+EnableDynamicAgentLoading", "--enable-native-access=ALL-UNNAMED"));
        OPENED.forEach(name -> command.add("--add-opens=java.base/java." + name + "=ALL-UNNAMED"));
        command.add("-Djava.io.tmpdir=" + temporary);
        command.add("-Dlog4j2.configurationFile=classpath:org/stoatflow/tck/kit-log4j2.properties");
        command.addAll(List.of("-cp", folders.classPath(), KitChild.class.getName(), results.toString()));
        command.add(String.valueOf(EXECUTION_LIMIT.toSeconds()));
        command.addAll(classes);
        return command;
    }

    /** Of lines with an outcome and a name each; of an execution that is there twice, the worse one counts. */
    static Map<String, Outcome> read(List<String> lines) {
        Map<String, Outcome> outcomes = new TreeMap<>();
        for (String line : lines) {
            String[] parts = line.split("\t", -1);
            outcomes.merge(parts[1], Outcome.valueOf(parts[0]), Reports::worse);
        }
        return outcomes;
    }
}
