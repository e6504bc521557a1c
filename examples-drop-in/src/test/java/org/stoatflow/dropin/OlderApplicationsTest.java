package org.stoatflow.dropin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.streams.KafkaStreams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Applications that were compiled against an older Kafka Streams run on the drop-in without being compiled again, and
 * say what they say on today's Kafka Streams. Each uses what was new in its version, and what newer ones deprecate.
 */
class OlderApplicationsTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"4.0", "4.1", "4.2", "4.3"})
    void shouldRunWithoutBeingCompiledAgain(String version) throws Exception {
        Path classes = OlderApplication.compiled(version, folder.resolve("classes"));
        List<String> theirs;
        try (URLClassLoader loader = OlderApplication.onKafkaStreams(classes)) {
            theirs = seen(version, loader, "theirs");
        }
        List<String> ours;
        try (URLClassLoader loader = OlderApplication.onTheDropIn(classes)) {
            ours = seen(version, loader, "ours");
        }
        assertFalse(theirs.isEmpty(), "nothing to compare");
        assertEquals(String.join("\n", theirs), String.join("\n", ours));
    }

    private List<String> seen(String version, ClassLoader loader, String name) throws ReflectiveOperationException {
        return OlderApplication.seen(version, loader, folder.resolve(name));
    }

    @Test
    void shouldCompareTwoLibraries() throws IOException, ReflectiveOperationException {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        String library = KafkaStreams.class.getName();
        try (URLClassLoader theirs = OlderApplication.onKafkaStreams(classes);
                URLClassLoader ours = OlderApplication.onTheDropIn(classes)) {
            assertSame(KafkaStreams.class, ours.loadClass(library));
            String source = theirs.loadClass(library)
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .getPath();
            assertTrue(source.endsWith("/today/kafka-streams.jar"), source);
        }
    }
}
