package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;

/** A lane that is given rows of a table before what a hop brings, and is stepped once it has both. */
class BatchOrderTest {
    private static final String KEY = "k";
    private static final int PARTITION = Stage.hash(KEY.getBytes(StandardCharsets.UTF_8)) % LaneRig.PARTITIONS;

    private final List<String> seen = new ArrayList<>();

    /** @param tableFirst whether the table's source comes first in the topology */
    private Consumer<StreamsBuilder> joined(boolean tableFirst) {
        return builder -> {
            KTable<String, String> table = tableFirst ? builder.table(LaneRig.ROWS) : null;
            KStream<String, String> stream =
                    builder.<String, String>stream(LaneRig.IN).selectKey((key, value) -> value);
            stream.leftJoin(
                            table == null ? builder.<String, String>table(LaneRig.ROWS) : table,
                            (value, row) -> "" + row)
                    .foreach((key, row) -> seen.add(row));
        };
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRunASourcesBatchBeforeWhatAHopBroughtLater(boolean tableFirst) {
        check(LaneRig.exactlyOnce(joined(tableFirst), ErrorHandling.FAILING));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRunASourcesBatchBeforeWhatAHopBroughtLaterAtLeastOnce(boolean tableFirst) {
        check(LaneRig.atLeastOnce(joined(tableFirst), ErrorHandling.FAILING));
    }

    private void check(LaneRig rig) {
        rig.feedRows(PARTITION, KEY + "=row");
        rig.feed(0, "any=" + KEY);
        rig.lanes().stream()
                .filter(lane -> lane.stage().sourceEntries().stream()
                        .anyMatch(source -> source.node().topics().contains(LaneRig.IN)))
                .forEach(Lane::step);
        rig.run();
        assertEquals(List.of("row"), seen);
    }

    /** A source that leads to the hop gives way, so that work leaves the stage before more comes in. */
    @Test
    void shouldRunWhatAHopBroughtBeforeASourceThatFeedsIt() {
        List<String> order = new ArrayList<>();
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> {
                    KTable<String, String> table = builder.table(LaneRig.IN);
                    table.toStream()
                            .peek((key, value) -> order.add("source " + value))
                            .selectKey((key, value) -> key)
                            .leftJoin(table, (value, row) -> value)
                            .foreach((key, value) -> order.add("hop " + value));
                },
                ErrorHandling.FAILING);
        rig.feed(PARTITION, KEY + "=1");
        rig.feed(PARTITION, KEY + "=2");
        rig.run();
        assertEquals(List.of("source 1", "hop 1", "source 2", "hop 2"), order);
    }
}
