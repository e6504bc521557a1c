package org.stoatflow.streams.kstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.kstream.Suppressed.BufferConfig;
import org.stoatflow.streams.kstream.internals.BufferLimits;
import org.stoatflow.streams.kstream.internals.EagerBuffer;
import org.stoatflow.streams.kstream.internals.StrictBuffer;
import org.stoatflow.streams.kstream.internals.Suppression;

class SuppressedTest {
    private static BufferLimits<?> limits(BufferConfig<?> config) {
        return (BufferLimits<?>) config;
    }

    @Test
    void shouldKeepBoundsWhenItIsDecidedWhatHappensAtThem() {
        BufferConfig<?> strict = BufferConfig.maxRecords(3).withMaxBytes(5).shutDownWhenFull();
        assertEquals(new StrictBuffer(3, 5, Map.of()), strict);
        assertEquals(new EagerBuffer(3, 5, Map.of()), strict.emitEarlyWhenFull());
        assertEquals(BufferConfig.unbounded(), strict.withNoBound());
        assertNotEquals(strict, strict.emitEarlyWhenFull());
    }

    @Test
    void shouldTurnChangelogOnAndOff() {
        assertTrue(limits(BufferConfig.unbounded()).isLoggingEnabled());
        BufferConfig<?> off = BufferConfig.maxBytes(5).withLoggingDisabled();
        assertFalse(limits(off).isLoggingEnabled());
        assertEquals(Map.of(), limits(off).logConfig());
        assertFalse(limits(off.withMaxRecords(3)).isLoggingEnabled());
        Map<String, String> config = Map.of("retention.ms", "5");
        assertEquals(config, limits(off.withLoggingEnabled(config)).logConfig());
    }

    @Test
    void shouldTurnChangelogOnWhereKafkaStreamsDoes() {
        BufferConfig<?> off = BufferConfig.unbounded().withLoggingDisabled();
        assertTrue(limits(off.withMaxRecords(3)).isLoggingEnabled());
        assertTrue(limits(off.emitEarlyWhenFull()).isLoggingEnabled());
    }

    @Test
    void shouldHoldBackWithoutBoundUnlessTold() {
        Suppression.AfterDelay<?> timed =
                assertInstanceOf(Suppression.AfterDelay.class, Suppressed.untilTimeLimit(null, null));
        assertEquals(Duration.ofMillis(Long.MAX_VALUE), timed.delay());
        assertEquals(BufferConfig.unbounded(), timed.buffer());
        Suppression.FinalResults<?> closing =
                assertInstanceOf(Suppression.FinalResults.class, Suppressed.untilWindowCloses(null));
        assertEquals(BufferConfig.unbounded(), closing.buffer());
    }

    @Test
    void shouldTakeName() {
        BufferConfig<?> buffer = BufferConfig.maxRecords(3);
        Suppression<?> named = assertInstanceOf(
                Suppression.class,
                Suppressed.untilTimeLimit(Duration.ZERO, buffer).withName("held"));
        assertEquals("held", named.name());
        assertEquals(buffer, named.buffer());
    }
}
