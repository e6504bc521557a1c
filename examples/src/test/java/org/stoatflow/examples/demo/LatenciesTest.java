package org.stoatflow.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatenciesTest {
    private final Latencies latencies = new Latencies();

    @Test
    void shouldHaveNoPercentileOfNothing() {
        assertTrue(Double.isNaN(latencies.percentileMs(50)));
    }

    @Test
    void shouldBeExactWhereSmall() {
        LongStream.rangeClosed(1, 100).forEach(latencies::add);
        assertEquals(0.050, latencies.percentileMs(50));
        assertEquals(0.099, latencies.percentileMs(99));
        assertEquals(0.100, latencies.percentileMs(100));
        assertEquals(0.001, latencies.percentileMs(0));
    }

    @Test
    void shouldGiveTheOnlyValueForEachPercentile() {
        latencies.add(63);
        assertEquals(0.063, latencies.percentileMs(1));
        assertEquals(0.063, latencies.percentileMs(99));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 50, 90, 99, 99.9, 100})
    void shouldNeverBeLowAndAtMostA64thHigh(double percent) {
        SplittableRandom random = new SplittableRandom(1);
        long[] micros = random.doubles(10_000)
                .mapToLong(share -> (long) Math.exp(share * 20))
                .sorted()
                .toArray();
        LongStream.of(micros).forEach(latencies::add);
        double exactMs = micros[(int) Math.ceil(micros.length * percent / 100) - 1] / 1_000.0;
        double foundMs = latencies.percentileMs(percent);
        assertTrue(foundMs >= exactMs && foundMs <= exactMs * (1 + 1.0 / 64), foundMs + " for " + exactMs);
    }

    @Test
    void shouldCountNegativeAsZeroAndHugeInTheLastBucket() {
        latencies.add(-5);
        assertEquals(0, latencies.percentileMs(100));
        latencies.add(Long.MAX_VALUE);
        assertTrue(latencies.percentileMs(100) > 10 * 24 * 3600 * 1_000.0);
    }

    @Test
    void shouldBeginAnew() {
        latencies.add(10);
        latencies.clear();
        assertEquals(0, latencies.total());
        latencies.add(20);
        assertEquals(0.020, latencies.percentileMs(50));
    }
}
