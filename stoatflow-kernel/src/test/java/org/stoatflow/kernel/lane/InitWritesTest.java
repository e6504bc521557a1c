package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.epoch.EpochTooLargeException;
import org.stoatflow.streams.StreamsBuilder;

/** What processors write in {@code init()}, which an epoch has to hold. */
class InitWritesTest {
    private static final int EPOCH_BYTES_MAX = 1 << 20;

    private static Consumer<StreamsBuilder> writing(int bytes) {
        return builder -> InitWriting.add(builder, bytes, () -> {});
    }

    /** Lanes that are too much together would be so after each restart. */
    @Test
    void shouldGiveEachLaneAnEpochWhereOneDoesNotHoldThemAll() {
        LaneRig rig = LaneRig.bounded(writing(EPOCH_BYTES_MAX / 5 * 3), Continuing.HANDLERS, EPOCH_BYTES_MAX);
        for (int lane = 0; lane < LaneRig.PARTITIONS; lane++) {
            assertEquals(1, rig.handTime());
            assertEquals(0, rig.handTime(), "the epoch has enough");
            rig.run();
            rig.cutAndApply();
            assertTrue(rig.isCutComplete());
        }
        assertEquals(0, rig.handTime());
    }

    @Test
    void shouldGiveAllLanesOneEpochThatHoldsThem() {
        LaneRig rig = LaneRig.bounded(writing(EPOCH_BYTES_MAX / 5), Continuing.HANDLERS, EPOCH_BYTES_MAX);
        assertEquals(LaneRig.PARTITIONS, rig.handTime());
        rig.run();
        rig.cut();
        assertEquals(LaneRig.PARTITIONS, rig.contributors());
    }

    @Test
    void shouldNameTheProcessorWhoseInitIsTooMuchForAnEpoch() {
        LaneRig rig = LaneRig.bounded(writing(EPOCH_BYTES_MAX / 5 * 6), Continuing.HANDLERS, EPOCH_BYTES_MAX);
        assertEquals(1, rig.handTime());
        LaneFailure failure = assertThrows(LaneFailure.class, rig::run);
        assertInstanceOf(EpochTooLargeException.class, failure.getCause(), failure.getMessage());
        assertTrue(failure.getMessage().contains("in init() of processor filling"), failure::getMessage);
    }
}
