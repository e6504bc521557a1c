package org.stoatflow.bench.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.stoatflow.bench.scenario.Scenario;
import org.stoatflow.command.Guarantee;

class ReportTest {
    private static final Cell STATELESS = new Cell(Scenario.named("stateless"), 2_000, Guarantee.EXACTLY_ONCE);

    @Test
    void shouldShowMedianRangeRatioAndBound() {
        String text = report(
                round(Library.STOATFLOW, 1, 19),
                round(Library.KAFKA_STREAMS, 1, 60),
                round(Library.STOATFLOW, 2, 25),
                round(Library.KAFKA_STREAMS, 2, 80),
                round(Library.STOATFLOW, 3, 15),
                round(Library.KAFKA_STREAMS, 3, 76));

        assertTrue(text.startsWith("* On a machine.\n"), text);
        assertTrue(
                text.contains("| stateless, 2000 records/s, exactly_once_v2 | 19.0 (15.0 to 25.0) | 76.0 (60.0 to 80.0)"
                        + " | 0.25 | 20 | yes |\n"),
                text);
        String cell = "| stateless, 2000 records/s, exactly_once_v2 | ";
        assertTrue(text.contains(cell + "38.0 / 152.0 | 57.0 / 228.0 | 20 / 20 | 30 / 30 | 100 / 100 |\n"), text);
    }

    @Test
    void shouldShowTransactionalStoresWhereTheyWereMeasured() {
        String text = report(
                round(Library.STOATFLOW, 1, 15),
                round(Library.KAFKA_STREAMS, 1, 60),
                round(Library.KAFKA_STREAMS_TRANSACTIONAL, 1, 66));

        assertTrue(
                text.contains("| p50, ms | StoatFlow | Kafka Streams | Kafka Streams, transactional stores | ratio |"),
                text);
        assertTrue(text.contains("exactly_once_v2 | 15.0 | 60.0 | 66.0 | 0.25 | 20 | yes |\n"), text);
        assertTrue(text.contains("exactly_once_v2 | 30.0 / 120.0 / 132.0 | "), text);
    }

    @Test
    void shouldSayWhatIsNotMet() {
        assertTrue(report(round(Library.STOATFLOW, 1, 21)).contains("| 21.0 |  |  | 20 | **no** |\n"));
    }

    @Test
    void shouldLeaveOutBoundsWhereThereAreNone() {
        RoundResult other = new RoundResult(
                new Cell(Scenario.named("stateless"), 100, Guarantee.EXACTLY_ONCE),
                Library.STOATFLOW,
                1,
                new Latencies(10, 9, 1, 2, 3, 4),
                new RoundUsage(5, 6, 7, 8, 0),
                0);

        assertTrue(report(other).contains("| stateless, 100 records/s, exactly_once_v2 | 1.0 |  |  |  |  |\n"));
    }

    @Test
    void shouldTakeTheMiddleOfTwo() {
        assertEquals(2.5, Spread.of(DoubleStream.of(9, 1, 3, Double.NaN, 2)).median());
    }

    @Test
    void shouldReadBackWhatWasWritten() {
        Results results = new Results(
                List.of("On a machine.", "With settings."),
                List.of(round(Library.STOATFLOW, 1, 19.25), round(Library.KAFKA_STREAMS, 1, 60.5)));

        Results read = Results.parse(results.text());

        assertEquals(results.text(), read.text());
        assertEquals(results.conditions(), read.conditions());
        assertEquals(19.25, read.rounds().getFirst().latencies().p50Ms());
        assertEquals(Library.KAFKA_STREAMS, read.rounds().getLast().library());
    }

    @Test
    void shouldNameALineOfResultsThatCannotBeRead() {
        String message = assertThrows(BadArgument.class, () -> Results.parse("stateless,1,x\n"))
                .getMessage();

        assertEquals("a line of results has 3 cells: stateless,1,x", message);
    }

    @Test
    void shouldReplaceItsPartOfAPageOnly() {
        Page page = new Page("""
                before
                <!-- latency: begin; written by the command -->

                old
                <!-- latency: end -->
                after
                """);

        Page changed = page.with("latency", "new\n");

        assertEquals("new\n", changed.part("latency"));
        assertTrue(changed.text().startsWith("before\n") && changed.text().endsWith("after\n"));
        assertFalse(changed.text().contains("old"));
        assertTrue(assertThrows(BadArgument.class, () -> page.part("other"))
                .getMessage()
                .startsWith("the page has no line '<!-- other: begin"));
    }

    private static String report(RoundResult... rounds) {
        return new Report(new Results(List.of("On a machine."), List.of(rounds))).markdown();
    }

    private static RoundResult round(Library library, int number, double p50Ms) {
        return new RoundResult(
                STATELESS,
                library,
                number,
                new Latencies(1_000, 5 * p50Ms, p50Ms, 2 * p50Ms, 3 * p50Ms, 4 * p50Ms),
                new RoundUsage(20, 30, 100, 110, 1.5),
                0);
    }
}
