package org.stoatflow.bench.jar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs a small application on brokers of its own. Kafka Streams itself stands for the drop-in, since no module may need
 * the drop-in's jar to be tested; the drop-in has tests of its own.
 */
class BenchJarIT {
    @Test
    void shouldRunAnApplicationTwiceAndCompareItsOutput(@TempDir Path folder) throws Exception {
        Path input = folder.resolve("in.tsv");
        Files.writeString(input, "a\tone\nb\ttwo\na\tthree\n");
        ByteArrayOutputStream said = new ByteArrayOutputStream();

        int status = BenchJar.run(
                new String[] {
                    "--jar",
                    entry("target/test-classes", "bench-apps-[0-9].*-tests.jar"),
                    "--main",
                    UserApplication.class.getName(),
                    "--arg",
                    "{bootstrap}",
                    "--input",
                    "in=" + input,
                    "--output",
                    "out",
                    "--records",
                    "300",
                    "--rate",
                    "300",
                    "--silence",
                    "5",
                    "--partitions",
                    "2",
                    "--drop-in",
                    entry("", "kafka-streams-[0-9].*")
                },
                new PrintStream(said, true, StandardCharsets.UTF_8));

        String text = said.toString(StandardCharsets.UTF_8);
        assertEquals(0, status, text);
        assertTrue(text.contains("|  | Kafka Streams | StoatFlow |"), text);
        assertFalse(text.contains("The outputs differ"), text);
    }

    /** Of our class path, a folder that ends so or a jar of such a name. */
    private static String entry(String folder, String jar) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !folder.isEmpty() && entry.endsWith(folder)
                        || String.valueOf(Path.of(entry).getFileName()).matches(jar))
                .findFirst()
                .orElseThrow();
    }
}
