package org.stoatflow.dsl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.operator.OperatorHooks.DropReason;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.ValueJoiner;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.ProcessorNode;

/** What joins of two tables do to updates, on {@link SmallEngine}. */
class TableJoinsTest {
    private static final ValueJoiner<String, String, String> BOTH = (left, right) -> left + "+" + right;

    private final StreamsBuilder builder = new StreamsBuilder();
    private final KTable<String, String> left = builder.table("left");
    private final KTable<String, String> right = builder.table("right");

    private SmallEngine run(KTable<String, String> joined) {
        joined.toStream().to("out");
        return new SmallEngine(builder.build());
    }

    @Test
    void shouldJoinWhereBothTablesHaveARow() {
        SmallEngine engine = run(left.join(right, BOTH));
        engine.pipe("left", "k", "a", 10);
        assertEquals(List.of(), engine.written("out"));
        engine.pipe("right", "k", "b", 5);
        engine.pipe("left", "k", "c", 7);
        engine.pipe("right", "other", "d", 20);
        assertEquals(List.of("k=a+b@10", "k=c+b@7"), engine.written("out"));
    }

    @Test
    void shouldForwardADeletionWhereTheOtherTableHasARow() {
        SmallEngine engine = run(left.join(right, BOTH));
        engine.pipe("left", "k", "a", 1);
        engine.pipe("right", "k", "b", 2);
        engine.pipe("left", "k", null, 3);
        engine.pipe("left", "k", null, 4);
        engine.pipe("right", "k", null, 5);
        engine.pipe("left", "k", null, 6);
        assertEquals(List.of("k=a+b@2", "k=null@3", "k=null@4"), engine.written("out"));
    }

    @Test
    void shouldKeepRowsOfTheLeftTableInALeftJoin() {
        SmallEngine engine = run(left.leftJoin(right, BOTH));
        engine.pipe("right", "k", "b", 9);
        engine.pipe("left", "k", "a", 1);
        engine.pipe("right", "k", null, 11);
        engine.pipe("left", "k", null, 12);
        engine.pipe("left", "k", null, 13);
        engine.pipe("left", "other", "c", 14);
        assertEquals(List.of("k=a+b@9", "k=a+null@11", "k=null@12", "other=c+null@14"), engine.written("out"));
    }

    @Test
    void shouldKeepRowsOfBothTablesInAnOuterJoin() {
        SmallEngine engine = run(left.outerJoin(right, BOTH));
        engine.pipe("right", "k", "b", 9);
        engine.pipe("left", "k", "a", 1);
        engine.pipe("right", "k", null, 11);
        engine.pipe("right", "k", null, 12);
        engine.pipe("left", "k", null, 13);
        engine.pipe("left", "k", null, 14);
        assertEquals(
                List.of("k=null+b@9", "k=a+b@9", "k=a+null@11", "k=a+null@12", "k=null@13"), engine.written("out"));
    }

    @Test
    void shouldDropUpdatesWithoutAKeyOnce() {
        SmallEngine engine = run(left.outerJoin(right, BOTH));
        engine.pipe("left", null, "a", 1);
        engine.pipe("right", null, "b", 2);
        assertEquals(List.of(), engine.written("out"));
        assertEquals(List.of(DropReason.NULL_KEY, DropReason.NULL_KEY), engine.drops());
    }

    @Test
    void shouldReadTablesThatAreNotKept() {
        KTable<String, String> longer =
                right.filter((key, value) -> value.length() > 1).mapValues(value -> value + "!");
        SmallEngine engine = run(left.join(longer, BOTH));
        engine.pipe("right", "k", "b", 1);
        engine.pipe("left", "k", "a", 2);
        assertEquals(List.of(), engine.written("out"));
        engine.pipe("right", "k", "bb", 3);
        engine.pipe("left", "k", "c", 4);
        assertEquals(List.of("k=a+bb!@3", "k=c+bb!@4"), engine.written("out"));
    }

    @Test
    void shouldReadAJoinedTableThatIsNotKept() {
        KTable<String, String> third = builder.table("third");
        SmallEngine engine = run(third.join(left.outerJoin(right, BOTH), BOTH));
        engine.pipe("left", "k", "a", 30);
        engine.pipe("third", "k", "x", 2);
        engine.pipe("right", "k", "b", 3);
        engine.pipe("third", "k", "y", 4);
        assertEquals(List.of("k=x+a+null@30", "k=x+a+b@30", "k=y+a+b@30"), engine.written("out"));
    }

    @Test
    void shouldTellOldValuesOfAJoinedTable() {
        KTable<String, String> joined = left.leftJoin(right, BOTH, Materialized.as("joined"));
        joined.filter((key, value) -> !value.contains("no")).toStream().to("out");
        SmallEngine engine = new SmallEngine(builder.build());
        engine.pipe("left", "k", "no", 1);
        assertEquals(List.of(), engine.written("out"));
        engine.pipe("left", "k", "yes", 2);
        engine.pipe("left", "k", "no", 3);
        assertEquals(List.of("k=yes+null@2", "k=null@3"), engine.written("out"));
        assertEquals("no+null", engine.store("joined").rows().get("k").value());
    }

    @Test
    void shouldFlushAJoinedTableThatHasACache() {
        left.join(right, BOTH, Materialized.as("joined")).toStream().to("out");
        SmallEngine engine = new SmallEngine(builder.build(), "joined");
        engine.pipe("left", "k", "a", 1);
        engine.pipe("right", "k", "b", 2);
        engine.pipe("right", "k", "c", 3);
        assertEquals(List.of(), engine.written("out"));
        engine.store("joined").flushCache();
        assertEquals(List.of("k=a+c@3"), engine.written("out"));
    }

    @Test
    void shouldJoinATableWithItself() {
        SmallEngine engine = run(left.join(left, BOTH));
        engine.pipe("left", "k", "a", 1);
        engine.pipe("left", "k", "b", 2);
        assertEquals(List.of("k=a+a@1", "k=a+a@1", "k=b+b@2", "k=b+b@2"), engine.written("out"));
    }

    @Test
    void shouldNameTheStoreThatKeepsAJoinWithoutAName() {
        KTable<String, String> joined = left.join(right, BOTH, Materialized.with(Serdes.String(), Serdes.String()));
        assertEquals("KTABLE-MERGE-STATE-STORE-0000000006", joined.queryableStoreName());
        assertNull(left.join(right, BOTH).queryableStoreName());
    }

    @Test
    void shouldConnectEachSideToTheStoresOfTheOther() {
        left.join(right, BOTH, Named.as("both")).toStream().to("out");
        LogicalTopology topology = TopologyAccess.logical(builder.build());
        assertEquals(1, topology.subTopologies().size());
        assertEquals(List.of("right-STATE-STORE-0000000003"), stores(topology, "both-join-this"));
        assertEquals(List.of("left-STATE-STORE-0000000000"), stores(topology, "both-join-other"));
        assertEquals(
                Set.of("KSTREAM-SOURCE-0000000001", "KSTREAM-SOURCE-0000000004"),
                topology.copartitionGroups().getFirst());
    }

    private static List<String> stores(LogicalTopology topology, String node) {
        return ((ProcessorNode) topology.node(node)).stores();
    }

    @Test
    void shouldRefuseNulls() {
        assertThrows(NullPointerException.class, () -> left.join(null, BOTH));
        assertThrows(NullPointerException.class, () -> left.leftJoin(right, null));
        assertThrows(NullPointerException.class, () -> left.outerJoin(right, BOTH, (Named) null));
        assertThrows(NullPointerException.class, () -> left.join(right, BOTH, Named.as("x"), null));
    }
}
