package org.stoatflow.bench.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The pages show the recorded results. Tests run in the module's folder. */
class LatencyPageTest {
    private static final Path PROJECT = Path.of("..");

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
}
