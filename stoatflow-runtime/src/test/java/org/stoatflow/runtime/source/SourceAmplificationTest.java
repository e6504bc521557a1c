package org.stoatflow.runtime.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** How much input grows, as learnt from complete epochs, and how much input may therefore be read. */
class SourceAmplificationTest {
    private final SourceAmplification growth = new SourceAmplification();

    @Test
    void shouldRiseAtOnceAndFallSlowly() {
        growth.learn(100, 5_000, false);
        assertEquals(50, growth.factor());
        growth.learn(100, 100, false);
        assertEquals(45, growth.factor(), 1e-9);
    }

    /** A punctuator's output beside one small record says little about the growth of the next records. */
    @Test
    void shouldRiseLittleWhereTimeHadWork() {
        growth.learn(100, 300, false);
        growth.learn(10, 10_000_000, true);
        assertEquals(6, growth.factor());
    }

    @Test
    void shouldLearnNothingWithoutInput() {
        growth.learn(0, 10_000_000, true);
        assertEquals(1, growth.factor());
    }

    @Test
    void shouldLetARecordThroughWhileThereIsAnyRoom() {
        growth.learn(1, 1_000, false);
        assertEquals(1, growth.inputFor(999));
        assertEquals(2, growth.inputFor(2_000));
        assertTrue(growth.inputFor(0) <= 0);
    }
}
