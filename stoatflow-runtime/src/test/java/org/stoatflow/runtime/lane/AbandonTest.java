package org.stoatflow.runtime.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.runtime.fault.Faults;
import org.stoatflow.streams.StreamsBuilder;

/** A run ends while a lane is in the middle of a batch. */
class AbandonTest {
    private final List<String> called = new ArrayList<>();
    private LaneRig rig;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldMakeNoFurtherCallAndHandNothingOver(boolean exactlyOnce) {
        rig = exactlyOnce
                ? LaneRig.exactlyOnce(this::build, Faults.FAILING)
                : LaneRig.atLeastOnce(this::build, Faults.FAILING);
        rig.feed(0, "key=first", "key=last", "key=never");
        rig.run();
        rig.cut();
        assertEquals(List.of("first", "last"), called);
        assertEquals(List.of(), rig.sent());
        assertFalse(rig.isCutComplete());
    }

    private void build(StreamsBuilder builder) {
        builder.<String, String>stream(LaneRig.IN)
                .mapValues(value -> {
                    called.add(value);
                    if (value.equals("last")) {
                        rig.lane(0).abandon();
                    }
                    return value;
                })
                .to("out");
    }
}
