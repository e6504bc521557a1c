package org.stoatflow.dsl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KGroupedTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.topology.LogicalTopology;

/** What aggregations of regrouped tables do to updates, on {@link SmallEngine}. */
class GroupedTablesTest {
    private final StreamsBuilder builder = new StreamsBuilder();

    /** Groups rows by the first letter of their values; values that begin with a dash are in no group. */
    private KGroupedTable<String, String> groups() {
        return builder.<String, String>table("in")
                .groupBy(
                        (key, value) -> value.startsWith("-") ? null : KeyValue.pair(value.substring(0, 1), value),
                        Grouped.with("groups", Serdes.String(), Serdes.String()));
    }

    @Test
    void shouldSubtractBeforeItAdds() {
        groups().aggregate(() -> "", (key, value, all) -> all + "+" + value, (key, value, all) -> all + "-" + value)
                .toStream()
                .to("out");
        SmallEngine engine = new SmallEngine(builder.build());
        engine.pipe("in", "k", "a1", 5);
        engine.pipe("in", "k", "a2", 3);
        engine.pipe("in", "k", "b1", 9);
        engine.pipe("in", "k", null, 4);
        assertEquals(
                List.of("a=+a1@5", "a=+a1-a1+a2@5", "a=+a1-a1+a2-a2@9", "b=+b1@9", "b=+b1-b1@9"),
                engine.written("out"));
    }

    @Test
    void shouldTakeTheFirstValueOfAGroupForItsFirstResult() {
        groups().reduce((all, value) -> all + value, (all, value) -> all.replace(value, ""))
                .toStream()
                .to("out");
        SmallEngine engine = new SmallEngine(builder.build());
        engine.pipe("in", "k", "a1", 1);
        engine.pipe("in", "l", "a2", 2);
        engine.pipe("in", "k", "a3", 3);
        assertEquals(List.of("a=a1@1", "a=a1a2@2", "a=a2a3@3"), engine.written("out"));
    }

    @Test
    void shouldCountRowsOfGroupsAndLeaveOutRowsInNone() {
        groups().count(Materialized.as("counts")).toStream().to("out");
        SmallEngine engine = new SmallEngine(builder.build());
        engine.pipe("in", "k", "a1", 1);
        engine.pipe("in", "k", "-", 2);
        engine.pipe("in", "l", "-", 3);
        engine.pipe("in", "l", "a", 4);
        assertEquals(List.of("a=1@1", "a=0@2", "a=1@4"), engine.written("out"));
    }

    @Test
    void shouldShareARepartitionWithAName() {
        KGroupedTable<String, String> groups = groups();
        groups.count().toStream().to("one");
        groups.reduce((x, y) -> x, (x, y) -> x).toStream().to("two");
        LogicalTopology topology = TopologyAccess.logical(builder.build());
        assertEquals(
                List.of("groups-repartition"),
                List.copyOf(topology.repartitionTopics().keySet()));
    }

    @Test
    void shouldRefuseNulls() {
        KGroupedTable<String, String> groups = groups();
        assertThrows(NullPointerException.class, () -> groups.reduce(null, (x, y) -> x));
        assertThrows(NullPointerException.class, () -> groups.reduce((x, y) -> x, null));
        assertThrows(NullPointerException.class, () -> groups.aggregate(() -> "", (key, value, all) -> all, null));
    }
}
