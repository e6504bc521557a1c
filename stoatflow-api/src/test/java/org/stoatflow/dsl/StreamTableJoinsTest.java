package org.stoatflow.dsl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.stoatflow.operator.OperatorHooks.DropReason;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Joined;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.ValueJoiner;
import org.stoatflow.topology.LogicalTopology;

/** What joins of a stream with a table do to records, on {@link SmallEngine}. */
class StreamTableJoinsTest {
    private static final ValueJoiner<String, String, String> BOTH = (left, right) -> left + "+" + right;

    private final StreamsBuilder builder = new StreamsBuilder();
    private final KStream<String, String> stream = builder.stream("in");
    private final KTable<String, String> table = builder.table("rows");

    private SmallEngine run(KStream<String, String> joined) {
        joined.to("out");
        return new SmallEngine(builder.build());
    }

    @Test
    void shouldJoinARecordWithTheRowOfItsTime() {
        SmallEngine engine = run(stream.join(table, (key, left, right) -> key + left + right));
        engine.pipe("in", "k", "a", 1);
        engine.pipe("rows", "k", "r", 9);
        engine.pipe("in", "k", "b", 2);
        engine.pipe("rows", "k", null, 10);
        engine.pipe("in", "k", "c", 11);
        assertEquals(List.of("k=kbr@2"), engine.written("out"));
    }

    @Test
    void shouldLeftJoinRecordsWithoutARow() {
        SmallEngine engine = run(stream.leftJoin(table, BOTH));
        engine.pipe("in", "k", "a", 1);
        engine.pipe("in", null, "b", 2);
        engine.pipe("in", "k", null, 3);
        assertEquals(List.of("k=a+null@1", "null=b+null@2"), engine.written("out"));
        assertEquals(List.of(DropReason.NULL_KEY_OR_VALUE), engine.drops());
    }

    @Test
    void shouldDropRecordsWithoutKeyOrValue() {
        SmallEngine engine = run(stream.join(table, BOTH));
        engine.pipe("in", null, "b", 2);
        engine.pipe("in", "k", null, 3);
        assertEquals(List.of(), engine.written("out"));
        assertEquals(List.of(DropReason.NULL_KEY_OR_VALUE, DropReason.NULL_KEY_OR_VALUE), engine.drops());
    }

    @Test
    void shouldKeepRecordsWithoutAKeyBeforeALeftJoinOnly() {
        KStream<String, String> rekeyed = stream.selectKey((key, value) -> value.equals("none") ? null : value);
        rekeyed.leftJoin(table, BOTH).to("left");
        SmallEngine engine = run(stream.selectKey((key, value) -> (String) null).join(table, BOTH, Joined.as("inner")));
        engine.pipe("in", "k", "none", 1);
        assertEquals(List.of("null=none+null@1"), engine.written("left"));
        assertEquals(List.of(), engine.written("out"));
        assertEquals(List.of(), engine.drops(), "left out before the repartition");
    }

    @Test
    void shouldShareARepartitionAmongJoinsWithoutAName() {
        KStream<String, String> rekeyed = stream.selectKey((key, value) -> value);
        rekeyed.join(table, BOTH).to("one");
        rekeyed.leftJoin(table, BOTH).to("two");
        rekeyed.join(table, BOTH, Joined.as("named")).to("three");
        LogicalTopology topology = TopologyAccess.logical(builder.build());
        assertEquals(2, topology.repartitionTopics().size(), topology.repartitionTopics()::toString);
        assertTrue(topology.isRepartition("named-repartition"));
    }

    @Test
    void shouldRefuseAGracePeriod() {
        Joined<String, String, String> graced =
                Joined.<String, String, String>as("late").withGracePeriod(Duration.ofSeconds(1));
        String message = assertThrows(IllegalArgumentException.class, () -> stream.join(table, BOTH, graced))
                .getMessage();
        assertTrue(message.contains("versioned"), message);
    }
}
