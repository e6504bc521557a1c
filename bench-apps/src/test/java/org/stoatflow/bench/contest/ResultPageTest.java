package org.stoatflow.bench.contest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.bench.latency.Page;
import org.stoatflow.bench.latency.RoundUsage;
import org.stoatflow.bench.role.ConsumerResult;
import org.xml.sax.InputSource;

/** Pages of files that were not measured. */
class ResultPageTest {
    private static final String EXACTLY_ONCE = "exactly_once_v2";
    private static final Path PROJECT = Path.of("..");

    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws Exception {
        ResultFile.write(folder.resolve("A-x.json"), contest("A", 60, 60, 15));
        ResultFile.write(folder.resolve("B-x.json"), contest("B", 60, 4_000, 15));
        ResultFile.write(folder.resolve("C-x.json"), contest("C", 60, 60, 61));
        ResultFile.write(
                folder.resolve("A-rates-x.json"),
                new Rates(
                        "A",
                        EXACTLY_ONCE,
                        Map.of("StoatFlow", RateSearch.from(100).with(new RateSearch.Trial(100, Lag.FLAT))),
                        Map.of()));
        Files.writeString(
                folder.resolve("drain.txt"), "Starting ...\n| application | records/s |\n|---|---|\n| A | 5 |\n");
    }

    @Test
    void shouldShowAllThatTheFilesHave() throws Exception {
        String page = new ResultPage(ResultSet.read(folder)).markdown("pictures/");

        assertTrue(page.contains("conclusive: 1 of 3 cells\n"), page);
        assertTrue(page.contains("* jdk: 25\n"), page);
        assertTrue(page.contains("* A, exactly_once_v2: StoatFlow sustains 100 records a second at least;"), page);
        assertTrue(page.contains("![Latency, exactly_once_v2](pictures/bench-exactly_once_v2.svg)\n"), page);
        assertTrue(page.contains("| A, 100 records/s | 60.0 / 15.0, **0.25 (0.25 to 0.25)** |"), page);
        assertTrue(page.contains("| B, 100 records/s | Kafka Streams cannot keep up |"), page);
        assertTrue(page.contains("* C, exactly_once_v2, 100 records a second: latency p50, ms, 1.02"), page);
        assertFalse(page.contains("* A, exactly_once_v2, 100 records a second: latency p50"), page);
        assertTrue(page.endsWith("\n`drain`:\n\n| application | records/s |\n|---|---|\n| A | 5 |\n"), page);
    }

    @Test
    void shouldDrawAChartForEachGuarantee() throws Exception {
        Map<String, String> charts = new ResultPage(ResultSet.read(folder)).charts();

        assertEquals(List.of("bench-exactly_once_v2.svg"), List.copyOf(charts.keySet()));
        String svg = charts.values().iterator().next();
        int bars = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg)))
                .getElementsByTagName("rect")
                .getLength();
        assertEquals(1 + 2 + 3 * 2, bars);
        assertTrue(svg.contains("prefers-color-scheme: dark"), svg);
    }

    @Test
    void shouldWriteAPageBesideTheResults() throws Exception {
        Path page = Report.writePage(folder);

        assertEquals(folder.resolve("README.md"), page);
        assertTrue(Files.exists(folder.resolve("bench-exactly_once_v2.svg")));
    }

    @Test
    void shouldTakeTheNewestFullRun() {
        List<String> files = List.of(
                "bench-apps/results/full-20261101-100000/A.json",
                "bench-apps/results/full-20261102-100000/A.json",
                "bench-apps/results/quick-20261103-100000/A.json",
                "bench-apps/results/full-20270101.md",
                "other/full-20270101/A.json");

        assertEquals(Optional.of(Path.of("bench-apps/results/full-20261102-100000")), ResultSet.lastFull(files));
        assertEquals(Optional.empty(), ResultSet.lastFull(List.of()));
    }

    @Test
    void shouldShowTheRecordedRunInTheDocs() throws Exception {
        String docs = Files.readString(PROJECT.resolve(Report.DOCS));

        assertEquals(Report.body(Report.recorded(PROJECT)), new Page(docs).part(Report.PART));
    }

    /** Three pairs; Kafka Streams' latency in both halves of its window, and ours. */
    private static Contest contest(String scenario, int firstMs, int secondMs, int oursMs) {
        List<RoundRecord> rounds = new ArrayList<>();
        for (int pair = 1; pair <= 3; pair++) {
            rounds.add(round("Kafka Streams", pair, firstMs, secondMs));
            rounds.add(round("StoatFlow", pair, oursMs, oursMs));
        }
        return new Contest(scenario, EXACTLY_ONCE, 100, 40, 15, Map.of("jdk", "25"), rounds);
    }

    private static RoundRecord round(String arm, int pair, int firstMs, int secondMs) {
        ConsumerResult output = new ConsumerResult(
                100, 0, List.of(), histogram(1), histogram(firstMs), histogram(secondMs), histogram(firstMs));
        return new RoundRecord(arm, pair, false, output, new RoundUsage(50, 60, 200, 210, 0), 0);
    }

    private static String histogram(int ms) {
        Histogram histogram = new Histogram(5);
        histogram.recordValueWithCount(ms * 1_000L, 100);
        return ConsumerResult.encoded(histogram);
    }
}
