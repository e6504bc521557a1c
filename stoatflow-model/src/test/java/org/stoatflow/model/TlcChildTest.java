package org.stoatflow.model;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left behind by a parent that is killed. */
class TlcChildTest {
    private static final long END_MAX_S = 30;

    @TempDir
    Path scratch;

    @Test
    void shouldEndWithItsParent() throws Exception {
        Process child = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-Xmx256m",
                        "-Djava.io.tmpdir=" + scratch,
                        "-cp",
                        System.getProperty("java.class.path"),
                        TlcChild.class.getName(),
                        "-metadir",
                        scratch.resolve("states").toString(),
                        "-config",
                        "Epochs_ok_cycle_K4_faults2.cfg", // runs for minutes
                        "Epochs"))
                .directory(ModelCheck.folder().toFile())
                .redirectErrorStream(true)
                .redirectOutput(scratch.resolve("output").toFile())
                .start();
        try {
            assertTrue(child.isAlive());
            child.getOutputStream().close(); // as the end of a process does

            assertTrue(child.waitFor(END_MAX_S, TimeUnit.SECONDS), "the child runs on without its parent");
        } finally {
            child.destroyForcibly();
        }
    }
}
