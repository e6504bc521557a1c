package org.stoatflow.bench.contest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.bench.latency.AppProcess;
import org.stoatflow.bench.latency.BenchFailure;
import org.stoatflow.bench.latency.Library;

class EngineJarsTest {
    private static final String OURS = System.getProperty("java.class.path");

    @Test
    void shouldReplaceJarsAndFoldersOfTheEngineOnly() throws Exception {
        String ours = path(
                "/run/bench-apps-1.jar",
                "/run/stoatflow-runtime-1.0-SNAPSHOT.jar",
                "/tree/stoatflow-kernel/target/classes",
                "/run/stoatflow-local-kafka-1.0.jar",
                "/m2/kafka-clients-4.4.0.jar");

        assertEquals(
                path(
                        "/other/stoatflow-runtime-0.9.jar",
                        "/run/bench-apps-1.jar",
                        "/run/stoatflow-local-kafka-1.0.jar",
                        "/m2/kafka-clients-4.4.0.jar"),
                EngineJars.inPlace(ours, List.of(Path.of("/other/stoatflow-runtime-0.9.jar"))));
        assertEquals(
                List.of(
                        Path.of("/run/stoatflow-runtime-1.0-SNAPSHOT.jar"),
                        Path.of("/tree/stoatflow-kernel/target/classes")),
                EngineJars.of(ours));
    }

    @Test
    void shouldRefuseAClassPathWithoutEngine() {
        assertThrows(BenchFailure.class, () -> EngineJars.inPlace("/m2/kafka-clients-4.4.0.jar", List.of()));
    }

    /** Else the first arm would be measured twice. */
    @Test
    void shouldHaveTheApplicationRunOnTheClassPathOfItsArm(@TempDir Path folder) throws Exception {
        String without = EngineJars.inPlace(OURS, List.of());
        try (AppProcess app = AppProcess.start(
                Library.STOATFLOW, "stateless", "in", "out", Map.of(), List.of("-cp", without), folder)) {
            BenchFailure failure = assertThrows(BenchFailure.class, app::awaitRunning);
            assertTrue(String.valueOf(failure.getMessage()).contains("NoClassDefFoundError"), failure.getMessage());
        }
    }

    private static String path(String... entries) {
        return String.join(File.pathSeparator, entries);
    }
}
