package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.epoch.EpochTooLargeException;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.error.RetryPolicy;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.errors.DefaultProductionExceptionHandler;
import org.stoatflow.streams.errors.LogAndContinueExceptionHandler;
import org.stoatflow.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;

/** What processors write in {@code init()}, which an epoch has to hold. */
class InitWritesTest {
    private static final int EPOCH_BYTES_MAX = 1 << 20;
    private static final ErrorHandling CONTINUING = new ErrorHandling(
            LogAndContinueExceptionHandler::new,
            LogAndContinueProcessingExceptionHandler::new,
            DefaultProductionExceptionHandler::new,
            RetryPolicy.NEVER,
            1);

    /** Writes a row of so many bytes in each lane before the first record. */
    private static Consumer<StreamsBuilder> writing(int bytes) {
        return builder -> {
            builder.addStateStore(Stores.keyValueStoreBuilder(
                    Stores.persistentKeyValueStore("rows"), Serdes.String(), Serdes.String()));
            builder.<String, String>stream(LaneRig.IN)
                    .process(
                            () -> new ContextualProcessor<String, String, String, String>() {
                                @Override
                                public void init(ProcessorContext<String, String> context) {
                                    KeyValueStore<String, String> rows = context.getStateStore("rows");
                                    rows.put("first", "v".repeat(bytes));
                                }

                                @Override
                                public void process(Record<String, String> record) {}
                            },
                            Named.as("filling"),
                            "rows");
        };
    }

    /** Lanes that are too much together would be so after each restart. */
    @Test
    void shouldGiveEachLaneAnEpochWhereOneDoesNotHoldThemAll() {
        LaneRig rig = LaneRig.bounded(writing(EPOCH_BYTES_MAX / 5 * 3), CONTINUING, EPOCH_BYTES_MAX);
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
        LaneRig rig = LaneRig.bounded(writing(EPOCH_BYTES_MAX / 5), CONTINUING, EPOCH_BYTES_MAX);
        assertEquals(LaneRig.PARTITIONS, rig.handTime());
        rig.run();
        rig.cut();
        assertEquals(LaneRig.PARTITIONS, rig.contributors());
    }

    @Test
    void shouldNameTheProcessorWhoseInitIsTooMuchForAnEpoch() {
        LaneRig rig = LaneRig.bounded(writing(EPOCH_BYTES_MAX / 5 * 6), CONTINUING, EPOCH_BYTES_MAX);
        assertEquals(1, rig.handTime());
        LaneFailure failure = assertThrows(LaneFailure.class, rig::run);
        assertInstanceOf(EpochTooLargeException.class, failure.getCause(), failure.getMessage());
        assertTrue(failure.getMessage().contains("in init() of processor filling"), failure::getMessage);
    }
}
