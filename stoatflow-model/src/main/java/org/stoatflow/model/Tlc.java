package org.stoatflow.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs TLC on one configuration in a JVM of its own, which ends with this one, bounded in time and memory. What TLC
 * writes goes to a temporary folder that is gone afterwards.
 *
 * @param workers threads that explore states
 */
record Tlc(Duration timeMax, int heapMb, int workers) {
    private static final Duration END_MAX = Duration.ofSeconds(10);

    Outcome check(Configuration configuration) throws IOException, InterruptedException {
        Path scratch = Files.createTempDirectory("stoatflow-model");
        try {
            return check(configuration, scratch);
        } finally {
            delete(scratch);
        }
    }

    private Outcome check(Configuration configuration, Path scratch) throws IOException, InterruptedException {
        Path printed = scratch.resolve("output");
        long startedNs = System.nanoTime();
        Process process = new ProcessBuilder(command(configuration, scratch))
                .directory(ModelCheck.folder().toFile())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        boolean ended;
        try {
            ended = process.waitFor(timeMax.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            process.destroyForcibly().waitFor(END_MAX.toMillis(), TimeUnit.MILLISECONDS);
        }
        double seconds = (System.nanoTime() - startedNs) / 1e9;
        Outcome outcome = Outcome.read(Files.readAllLines(printed), propertiesOf(configuration), seconds);
        return ended
                ? outcome
                : new Outcome(
                        "not ended in " + timeMax.toSeconds() + " s", outcome.states(), seconds, outcome.output());
    }

    private List<String> command(Configuration configuration, Path scratch) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                // C2 does not pay off within seconds.
                configuration.size() == Configuration.Size.BUILD ? "-XX:TieredStopAtLevel=1" : "-XX:+TieredCompilation",
                "-Xmx" + heapMb + "m",
                "-Djava.io.tmpdir=" + scratch,
                "-cp",
                System.getProperty("java.class.path"),
                TlcChild.class.getName(),
                "-nowarning",
                "-workers",
                String.valueOf(workers),
                "-metadir",
                scratch.resolve("states").toString(),
                "-config",
                configuration.file().getFileName().toString(),
                configuration.module());
    }

    private static List<String> propertiesOf(Configuration configuration) throws IOException {
        List<String> properties = new ArrayList<>();
        for (String line : Files.readAllLines(configuration.file())) {
            if (line.startsWith("PROPERTIES ")) {
                properties.addAll(
                        List.of(line.substring("PROPERTIES ".length()).strip().split(" ")));
            }
        }
        return properties;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted((one, other) -> other.compareTo(one)).toList()) {
                Files.delete(path);
            }
        }
    }
}
