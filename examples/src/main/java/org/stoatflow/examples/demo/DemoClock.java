package org.stoatflow.examples.demo;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The time of day that feed and reader share: taken from the system once and then counted on, so that a correction of
 * the system's clock does not look like latency. Any thread.
 */
final class DemoClock {
    private final long startMicros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    private final long startNs = System.nanoTime();

    long epochMicros() {
        return epochMicros(System.nanoTime());
    }

    /** The time of day at a {@link System#nanoTime()}. */
    long epochMicros(long nowNs) {
        return startMicros + (nowNs - startNs) / 1_000;
    }
}
