package org.stoatflow.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;

/**
 * A violation that is thrown within a step of the engine fails the seed, though the engine takes it for a failure of
 * its own and goes on.
 */
class ViolationTest {
    private final AtomicInteger writes = new AtomicInteger();

    @BeforeEach
    void quiet() {
        Quiet.beQuiet();
    }

    /** The lifecycle makes the first writes, before a run begins; the committer makes the later ones. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 20})
    void shouldFailTheSeed(int write) {
        FailedSeed failed = assertThrows(FailedSeed.class, () -> new Simulation(1, violatingAt(write)).run());
        assertEquals(
                "STATE_IS_COMMITTED_CHANGELOG: seen in write " + write,
                failed.getCause().getMessage());
        assertEquals(write, writes.get());
    }

    private Variation violatingAt(int write) {
        return new Variation() {
            @Override
            public StateEngine state(StateEngine state) {
                return new DelegatingState(state) {
                    @Override
                    public void apply(StateBatch batch) {
                        if (writes.incrementAndGet() == write) {
                            throw new Violation(Invariant.STATE_IS_COMMITTED_CHANGELOG, "seen in write " + write);
                        }
                        super.apply(batch);
                    }
                };
            }
        };
    }
}
