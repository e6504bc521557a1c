package org.stoatflow.bench.contest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.bench.latency.Library;
import org.stoatflow.bench.latency.RoundUsage;
import org.stoatflow.bench.role.ConsumerResult;

class VerdictTest {
    private static final String CONTEST = "A, exactly_once_v2, 100 records a second: ";
    private static final int LATE_MS = 200;

    private final List<RoundRecord> rounds = new ArrayList<>();

    @Test
    void shouldClaimARatioThatPairsAgreeOn() throws Exception {
        pair(1, 60, 15);
        pair(2, 50, 14);
        pair(3, 55, 15);

        assertEquals(
                CONTEST + "StoatFlow's p50 is 0.27 (0.25 to 0.28) of Kafka Streams': 15.0 (14.0 to 15.0) against"
                        + " 55.0 (50.0 to 60.0) ms, in 3 pairs.",
                Verdict.of(contest()));
    }

    @Test
    void shouldClaimNothingOfFewPairs() throws Exception {
        pair(1, 60, 15);
        String ofOne = Verdict.of(contest());
        pair(2, 60, 15);

        assertTrue(ofOne.endsWith("; this is one pair, which claims nothing."), ofOne);
        assertTrue(Verdict.of(contest()).endsWith("; these are 2 pairs, which claim nothing."));
    }

    @Test
    void shouldClaimNothingWhereTheSpreadIsWiderThanTheDifference() throws Exception {
        pair(1, 10, 9);
        pair(2, 10, 12);
        pair(3, 10, 11);

        assertTrue(Verdict.of(contest()).startsWith(CONTEST + "no difference can be claimed: "));
    }

    @Test
    void shouldFindNoDifferenceBetweenEquals() throws Exception {
        pair(1, 100, 97);
        pair(2, 100, 98);
        pair(3, 100, 98);

        assertTrue(Verdict.of(contest()).startsWith(CONTEST + "no difference can be claimed: "));
    }

    @Test
    void shouldSayWhatOneGivesAlone() throws Exception {
        round(Library.STOATFLOW, 1, 14, 14, 0, 0);

        assertEquals(CONTEST + "StoatFlow's p50 is 14.0 ms, of one round.", Verdict.of(contest()));
        assertTrue(ContestTable.of(contest()).contains("| latency p50, ms | 14.0 |  |"));
    }

    @Test
    void shouldNotCompareWhatFallsBehind() throws Exception {
        round(Library.KAFKA_STREAMS, 1, 10, 2_000, 0, 0);
        round(Library.STOATFLOW, 1, 10, 10, 0, 0);

        assertEquals(
                CONTEST + "Kafka Streams cannot keep up, so there is no latency to compare.", Verdict.of(contest()));
    }

    @Test
    void shouldSayWhatDisturbedIt() throws Exception {
        round(Library.KAFKA_STREAMS, 1, 10, 10, LATE_MS, 0);
        round(Library.STOATFLOW, 1, 10, 10, 0, 0);
        String late = Verdict.of(contest());
        rounds.clear();
        round(Library.KAFKA_STREAMS, 1, 10, 10, 0, 0);
        round(Library.STOATFLOW, 1, 10, 10, 0, 12.5);

        assertEquals(
                CONTEST + "nothing can be claimed, since the load generator was 200 ms behind in pair 1 of Kafka"
                        + " Streams.",
                late);
        assertEquals(
                CONTEST + "nothing can be claimed, since the host took 12.5 % of the machine in pair 1 of StoatFlow.",
                Verdict.of(contest()));
    }

    @Test
    void shouldSayTheSameOfTheFile(@TempDir Path folder) throws Exception {
        pair(1, 60, 15);
        Path file = folder.resolve("results.json");
        ResultFile.write(file, contest());

        Contest read = ResultFile.read(file, Contest.class);

        assertEquals(contest(), read);
        assertEquals(Verdict.of(contest()), Verdict.of(read));
        assertTrue(ContestTable.of(read).contains("| latency p50, ms | 60.0 | 15.0 | 0.25 |"), ContestTable.of(read));
    }

    private void pair(int pair, int theirsMs, int oursMs) {
        round(Library.KAFKA_STREAMS, pair, theirsMs, theirsMs, 0, 0);
        round(Library.STOATFLOW, pair, oursMs, oursMs, 0, 0);
    }

    private void round(Library library, int pair, int firstMs, int secondMs, double lateMs, double stolen) {
        ConsumerResult output = new ConsumerResult(
                100, 0, List.of(), histogram(1), histogram(firstMs), histogram(secondMs), histogram(firstMs));
        rounds.add(new RoundRecord(
                library.title(),
                pair,
                rounds.size() % 2 == 0,
                output,
                new RoundUsage(50, 60, 200, 210, stolen),
                lateMs));
    }

    private static String histogram(int ms) {
        Histogram histogram = new Histogram(5);
        histogram.recordValueWithCount(ms * 1_000L, 100);
        return ConsumerResult.encoded(histogram);
    }

    private Contest contest() {
        return new Contest("A", "exactly_once_v2", 100, 40, 15, Map.of("jdk", "25"), List.copyOf(rounds));
    }
}
