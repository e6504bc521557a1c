package org.stoatflow.bench.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The page shows the recorded results, and the two measured programs are the same. Tests run in the module's folder.
 */
class LatencyPageTest {
    private static final Path PROJECT = Path.of("..");
    private static final Path SOURCES = Path.of("src", "main", "java", "org", "stoatflow", "bench", "latency");

    @Test
    void shouldShowTheRecordedResultsOnThePage() throws IOException {
        Page page = new Page(Files.readString(PROJECT.resolve(Latency.PAGE)));

        assertEquals(recorded(), page.part(Latency.PART));
    }

    @Test
    void shouldShowTheSameMediansInTheReadme() throws IOException {
        String page = Files.readString(PROJECT.resolve(Latency.PAGE));
        String readme = Files.readString(PROJECT.resolve("README.md"));
        String shown = readme.substring(readme.indexOf("<!-- latency:"), readme.indexOf("<!-- latency: end -->"));
        Matcher date = Pattern.compile("Taken on (\\d{4}-\\d\\d-\\d\\d)").matcher(page);
        assertTrue(date.find() && shown.contains("measured " + date.group(1)), shown);
        List<String> medians = Pattern.compile(
                        "^\\| (\\S+, \\d+ records/s), exactly_once_v2 \\| ([\\d.]+) \\(.*?\\) \\| ([\\d.]+) \\(",
                        Pattern.MULTILINE)
                .matcher(page)
                .results()
                .map(row -> "| " + row.group(1) + " | " + row.group(2) + " ms | " + row.group(3) + " ms |")
                .toList();
        List<String> rows = shown.lines()
                .map(String::strip)
                .filter(line -> line.contains("records/s"))
                .toList();
        assertEquals(medians, rows);
    }

    /** The recorded results; empty until somebody has recorded a run. */
    private static String recorded() throws IOException {
        Path file = PROJECT.resolve(Latency.RESULTS);
        return Files.exists(file) ? new Report(Results.parse(Files.readString(file))).markdown() : "";
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
