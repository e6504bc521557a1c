package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.batch.Batch;
import org.stoatflow.kernel.epoch.Growth;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Repartitioned;

/** The budget does not count part-filled batches of a hop, so they must hold little, whatever the number of lanes. */
class HopFillingTest {
    private static final int LANES = 64;
    private static final int VALUES = 200;
    private static final String VALUE = "v".repeat(10_000);

    private LaneRig rig;
    private long notCountedMost;

    @Test
    void shouldHandOverPartFilledBatchesOnceTheyAreLargeTogether() {
        rig = LaneRig.byKey(this::program, ErrorHandling.FAILING, LANES, 0);
        rig.feed(0, "a=1");
        rig.run();
        rig.cut();

        assertEquals(VALUES, rig.sent().size());
        assertTrue(
                notCountedMost < Batch.BYTES_MAX + VALUE.length(),
                () -> notCountedMost + " bytes in part-filled batches of one lane");
    }

    private void program(StreamsBuilder builder) {
        builder.<String, String>stream(LaneRig.IN)
                .flatMap((key, value) -> made())
                .repartition(Repartitioned.numberOfPartitions(LANES))
                .to("out");
    }

    private Iterable<KeyValue<String, String>> made() {
        return () -> IntStream.range(0, VALUES).mapToObj(this::made).iterator();
    }

    /** Makes a record. All records before it are in batches when this is called. */
    private KeyValue<String, String> made(int number) {
        long counted = rig.epoch().memory().expected(Growth.even(1));
        notCountedMost = Math.max(notCountedMost, number * (long) VALUE.length() - counted);
        return KeyValue.pair("key-" + number, VALUE);
    }
}
