package org.stoatflow.kernel.epoch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class EpochBoundTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MIB = 1 << 20;

    private final EpochBound bound = EpochBound.sentWithin(2 * SECOND, 16 * MIB);

    @Test
    void shouldBeginSmallAndDoubleWithEachEpochThatIsSentFast() {
        assertEquals(MIB, bound.bytes());
        bound.onSent(MIB, SECOND / 1_000);
        assertEquals(2 * MIB, bound.bytes());
        bound.onSent(2 * MIB, SECOND / 1_000);
        assertEquals(4 * MIB, bound.bytes());
        for (int epoch = 0; epoch < 10; epoch++) {
            bound.onSent(bound.bytes(), SECOND / 1_000);
        }
        assertEquals(16 * MIB, bound.bytes());
    }

    @Test
    void shouldNotBeLoweredBySmallEpochs() {
        bound.onSent(1_000, SECOND);
        assertEquals(MIB, bound.bytes());
    }

    @Test
    void shouldBeRaisedBySmallEpochsThatAreSentFast() {
        bound.onSent(100_000, SECOND / 200);
        assertEquals(2 * MIB, bound.bytes());
    }

    @Test
    void shouldAllowWhatIsSentInTimeAtTheRateOfTheLastOne() {
        bound.onSent(MIB, 4 * SECOND);
        assertEquals(MIB / 2, bound.bytes());
        bound.onSent(MIB / 2, SECOND);
        assertEquals(MIB, bound.bytes());
    }

    @Test
    void shouldShrinkForSmallEpochsThatTakeTooLongDownToALeast() {
        bound.onSent(200_000, 4 * SECOND);
        assertEquals(100_000, bound.bytes());
        bound.onSent(1_000, 4 * SECOND);
        assertEquals(EpochBound.BYTES_MIN, bound.bytes());
    }

    @Test
    void shouldNotGoBeyondWhatTheUserAllows() {
        EpochBound tight = EpochBound.sentWithin(2 * SECOND, 1_000);
        assertEquals(1_000, tight.bytes());
        tight.onSent(900, 1);
        assertEquals(1_000, tight.bytes());
        tight.onSent(900, 4 * SECOND);
        assertEquals(1_000, tight.bytes());
    }

    @Test
    void shouldStayWhereItIsFixed() {
        EpochBound fixed = EpochBound.fixed(5);
        fixed.onSent(5, 100 * SECOND);
        assertEquals(5, fixed.bytes());
    }
}
