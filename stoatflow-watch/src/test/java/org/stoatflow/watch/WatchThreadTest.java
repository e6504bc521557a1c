package org.stoatflow.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM whose test stands still. */
class WatchThreadTest {
    @TempDir
    Path folder;

    @Test
    void shouldSayWhichTestStoodStill() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dstoatflow.watch=" + folder,
                        "-Dstoatflow.watch.seconds=3",
                        "-cp",
                        System.getProperty("java.class.path"),
                        StandingCase.class.getName())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(70, process.waitFor(), said);
        assertTrue(said.contains("Tests stood still"), said);
        assertTrue(said.contains("shouldWaitForNobody"), said);
        assertTrue(said.contains("StandingCase.await"), said);
        assertTrue(threads().contains("a-lane"), "virtual threads too");
    }

    private String threads() throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> dumps = files.filter(
                            file -> file.getFileName().toString().startsWith("standstill-"))
                    .toList();
            assertEquals(1, dumps.size(), dumps.toString());
            return Files.readString(dumps.getFirst());
        }
    }
}
