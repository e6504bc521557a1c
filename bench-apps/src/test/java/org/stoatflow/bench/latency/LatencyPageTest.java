package org.stoatflow.bench.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The pages show the recorded results. Tests run in the module's folder. */
class LatencyPageTest {
    private static final Path PROJECT = Path.of("..");
    private static final Pattern MEASURED = Pattern.compile("(?m)^\\|---|^Defaults that");
    private static final Pattern KAFKA = Pattern.compile("(?i)kafka:? \\d+\\.\\d+\\.\\d+");
    private static final Pattern COMMIT = Pattern.compile("commits?:? [0-9a-f]{8}");

    @Test
    void shouldShowTheRecordedResultsOnThePage() throws IOException {
        assertEquals(recorded().markdown(), part(Latency.PAGE));
    }

    @Test
    void shouldShowTheirMediansInTheReadme() throws IOException {
        assertEquals(recorded().medians(), part(Latency.README));
    }

    /** A number without a version is nobody's. */
    @Test
    void shouldNameKafkasVersionAndACommitInEachSectionThatWasMeasured() throws IOException {
        String page = Files.readString(PROJECT.resolve(Latency.PAGE));
        for (String section : page.split("\n## ")) {
            if (MEASURED.matcher(section).find()) {
                assertTrue(KAFKA.matcher(section).find(), section);
                assertTrue(COMMIT.matcher(section).find(), section);
            }
        }
    }

    private static Report recorded() throws IOException {
        return new Report(Results.parse(Files.readString(PROJECT.resolve(Latency.RESULTS))));
    }

    private static String part(Path page) throws IOException {
        return new Page(Files.readString(PROJECT.resolve(page))).part(Latency.PART);
    }
}
