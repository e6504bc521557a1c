package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.Materialized;

/** Thousands of lanes, of which few have work: the others are not woken and contribute nothing. */
class IdleLanesTest {
    private static final int LANES = 4_096;

    @Test
    void shouldWakeOnlyLanesWithWork() {
        LaneRig rig = LaneRig.byKey(
                builder -> builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()))
                        .groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                        .count(Materialized.as("counts")),
                ErrorHandling.FAILING,
                LANES,
                0);
        assertEquals(LANES, rig.stage(0).lanes());

        for (String[] epoch : new String[][] {{"a=1", "b=1", "c=1"}, {"b=2"}, {"d=1", "e=1"}}) {
            rig.takeWoken();
            Arrays.stream(epoch).forEach(record -> rig.feed(0, record));
            BitSet fed = rig.takeWoken();
            assertEquals(epoch.length, fed.cardinality(), "lanes that were given a batch");
            rig.run();

            rig.cut();

            BitSet woken = rig.takeWoken();
            woken.andNot(fed);
            assertEquals(new BitSet(), woken, "lanes that were woken without work");
            assertTrue(rig.isCutComplete());
            assertEquals(epoch.length, rig.contributors());
        }
    }
}
