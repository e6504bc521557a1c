package org.stoatflow.bench.contest;

import java.time.Duration;
import org.stoatflow.bench.role.RoleFailure;

/** Whether an application keeps up with what it is fed: whether its outputs come later and later. */
enum Lag {
    /** It does not grow: the rate can be sustained. */
    FLAT,
    /** It grows, so there is no latency. */
    GROWS,
    /** The generator did not reach the rate, so nobody knows. */
    UNKNOWN;

    /** From this on the generator, not the application, makes the latency. */
    static final double GENERATOR_LATE_MS = 100;

    /** Of the time between two medians: an application that is this much too slow falls behind so fast. */
    private static final double GROWTH = 0.03;

    /** Two medians of a lag that is flat differ by no more than this, pauses of the collector and commits included. */
    private static final double NOISE_MS = 100;

    static Lag of(RoundRecord round, int measuredSeconds) throws RoleFailure {
        if (round.generatorLateMs() > GENERATOR_LATE_MS) {
            return UNKNOWN;
        }
        return grows(round.firstHalfMs(), round.secondHalfMs(), Duration.ofSeconds(measuredSeconds)) ? GROWS : FLAT;
    }

    /** @param firstMs median of the first half of a window, and so the second */
    static boolean grows(double firstMs, double secondMs, Duration window) {
        return secondMs - firstMs > NOISE_MS + GROWTH * window.toMillis() / 2;
    }
}
