package org.stoatflow.bench.contest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The search over measurements that are given, without a broker. */
class RateSearchTest {
    private static final int BEGIN = 1_000;

    @ParameterizedTest
    @ValueSource(ints = {30, 999, 1_000, 1_001, 7_777, 40_000})
    void shouldComeNearToWhatIsSustained(int sustained) {
        RateSearch search = search(rate -> rate <= sustained ? Lag.FLAT : Lag.GROWS);

        int found = search.highest().orElseThrow();
        assertTrue(found <= sustained && found * 1.1 >= sustained - 1, search.toString());
        assertTrue(search.isBounded());
    }

    @Test
    void shouldEndAfterItsTrialsWhereNothingIsTooFast() {
        RateSearch search = search(rate -> Lag.FLAT);

        assertEquals(RateSearch.TRIALS_MAX, search.trials().size());
        assertEquals("sustains 512000 records a second at least; more could not be tried", search.describe());
    }

    @Test
    void shouldFindNothingWhereEverythingIsTooFast() {
        RateSearch search = search(rate -> Lag.GROWS);

        assertEquals(OptionalInt.empty(), search.highest());
        assertEquals(1, search.trials().getLast().rate());
        assertEquals("sustains none of the rates that were tried", search.describe());
    }

    @Test
    void shouldNotGoAboveWhatTheGeneratorReaches() {
        RateSearch search = search(rate -> rate <= 3_000 ? Lag.FLAT : Lag.UNKNOWN);

        assertEquals(2_828, search.highest().orElseThrow());
        assertFalse(search.isBounded());
    }

    /** A disturbance makes a low rate fail once; what was flat above it is not believed. */
    @Test
    void shouldBelieveTheLowestThatGrew() {
        RateSearch search = RateSearch.from(BEGIN)
                .with(new RateSearch.Trial(1_000, Lag.FLAT))
                .with(new RateSearch.Trial(2_000, Lag.GROWS))
                .with(new RateSearch.Trial(4_000, Lag.FLAT));

        assertEquals(1_000, search.highest().orElseThrow());
        assertEquals(1_414, search.next().orElseThrow());
    }

    @Test
    void shouldTellALagThatGrowsFromNoise() {
        Duration window = Duration.ofSeconds(20);

        assertFalse(Lag.grows(100, 180, window));
        assertFalse(Lag.grows(900, 200, window));
        assertTrue(Lag.grows(100, 100 + 500, window)); // 5 % too slow
    }

    @Test
    void shouldSayTheSameOfTheFile(@TempDir Path folder) throws Exception {
        Rates rates = new Rates(
                "A",
                "exactly_once_v2",
                Map.of("Kafka Streams", search(rate -> rate <= 2_500 ? Lag.FLAT : Lag.GROWS)),
                Map.of("jdk", "25"));
        ResultFile.write(folder.resolve("rates.json"), rates);

        assertEquals(rates, ResultFile.read(folder.resolve("rates.json"), Rates.class));
        assertEquals(
                "A, exactly_once_v2: Kafka Streams sustains 2378 records a second.", rates.describe("Kafka Streams"));
    }

    private static RateSearch search(IntFunction<Lag> application) {
        RateSearch search = RateSearch.from(BEGIN);
        for (OptionalInt next = search.next(); next.isPresent(); next = search.next()) {
            search = search.with(new RateSearch.Trial(next.getAsInt(), application.apply(next.getAsInt())));
        }
        return search;
    }
}
