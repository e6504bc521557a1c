package org.stoatflow.simulation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All brokers are away for longer than five minutes, beginning in each phase, under both guarantees. */
@Tag("long")
class OutageTest {
    private static final long LASTS_MS = Duration.ofSeconds(310).toMillis();
    private static final int OUTAGES = 4;
    private static final int SEEDS_MAX = 400;

    @BeforeEach
    void quiet() {
        Quiet.beQuiet();
    }

    @ParameterizedTest
    @EnumSource(EnginePhase.class)
    void shouldOutlastFiveMinutesUnderExactlyOnce(EnginePhase phase) {
        requireOutlasted(phase, true);
    }

    /** The committer of at-least-once has only one phase. */
    @ParameterizedTest
    @EnumSource(
            value = EnginePhase.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ADDING_OFFSETS", "COMMITTING", "APPLYING"})
    void shouldOutlastFiveMinutesUnderAtLeastOnce(EnginePhase phase) {
        requireOutlasted(phase, false);
    }

    private static void requireOutlasted(EnginePhase phase, boolean exactlyOnce) {
        int outlasted = 0;
        for (long seed = 1; seed <= SEEDS_MAX && outlasted < OUTAGES; seed++) {
            LongOutage outage = new LongOutage(phase, LASTS_MS);
            Simulation simulation = new Simulation(seed, Variation.NONE, outage);
            if (simulation.isExactlyOnce() == exactlyOnce) {
                simulation.run();
                outlasted += outage.hasStruck() ? 1 : 0;
            }
        }
        assertTrue(outlasted >= OUTAGES, "outages in phase " + phase + ": " + outlasted);
    }
}
