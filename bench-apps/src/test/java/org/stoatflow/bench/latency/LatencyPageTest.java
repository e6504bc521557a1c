package org.stoatflow.bench.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The pages show the recorded results, and the two measured programs are the same. Tests run in the module's folder.
 */
class LatencyPageTest {
    private static final Path PROJECT = Path.of("..");
    private static final Path SOURCES = Path.of("src", "main", "java", "org", "stoatflow", "bench", "latency");

    @Test
    void shouldShowTheRecordedResultsOnThePage() throws IOException {
        assertEquals(recorded().markdown(), part(Latency.PAGE));
    }

    @Test
    void shouldShowTheirMediansInTheReadme() throws IOException {
        assertEquals(recorded().medians(), part(Latency.README));
    }

    private static Report recorded() throws IOException {
        return new Report(Results.parse(Files.readString(PROJECT.resolve(Latency.RESULTS))));
    }

    private static String part(Path page) throws IOException {
        return new Page(Files.readString(PROJECT.resolve(page))).part(Latency.PART);
    }

    @Test
    void shouldMeasureTheSameProgramOnBothLibraries() throws IOException {
        String ours = Files.readString(SOURCES.resolve("stoatflow").resolve("MeasuredApplication.java"));
        String theirs = Files.readString(SOURCES.resolve("kafkastreams").resolve("MeasuredApplication.java"));

        assertEquals(
                theirs.replace("package org.stoatflow.bench.latency.kafkastreams;", ""),
                ours.replace("package org.stoatflow.bench.latency.stoatflow;", "")
                        .replace("import org.stoatflow.streams.", "import org.apache.kafka.streams."));
    }
}
