package org.stoatflow.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The short form of {@code ./stoatflow simulate}. */
class SimulationTest {
    private static final int SEEDS = 300;

    @BeforeEach
    void quiet() {
        Quiet.beQuiet();
    }

    @Test
    void shouldHoldForTheFirstSeeds() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Simulation.Outcome outcome = new Simulation(seed, Variation.NONE).run();
            assertTrue(outcome.steps() >= Setup.STEPS_MIN, "steps of seed " + seed);
            assertTrue(outcome.stages() >= 2, "stages of seed " + seed);
            assertTrue(outcome.table().total() >= 3, "faults of seed " + seed);
        }
    }

    @Test
    void shouldRepeatASeed() {
        for (long seed = 1; seed <= 10; seed++) {
            assertEquals(hash(seed), hash(seed), "seed " + seed);
        }
    }

    @Test
    void shouldRunDifferentlyFromAnotherSeed() {
        assertNotEquals(hash(1), hash(2));
    }

    private static long hash(long seed) {
        return new Simulation(seed, Variation.NONE).run().traceHash();
    }
}
