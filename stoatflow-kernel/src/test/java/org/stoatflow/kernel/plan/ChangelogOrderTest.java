package org.stoatflow.kernel.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.TableJoined;
import org.stoatflow.streams.state.KeyValueStore;

class ChangelogOrderTest {
    private static final String PREFIX = "test-";
    private static final String SUFFIX = "-changelog";

    private final StreamsBuilder builder = new StreamsBuilder();

    @Test
    void shouldPutGroupsBeforeTheTableThatTheyAreOf() {
        members(table("rows"), "members");

        assertOrder("members", "rows");
    }

    @Test
    void shouldGoOnBehindFurtherHops() {
        members(members(table("rows"), "members"), "sizes");

        assertOrder("sizes", "members", "rows");
    }

    @Test
    void shouldPutALeftTableLastThoughAnswersReadItFurtherDown() {
        KTable<String, String> left = members(table("rows"), "left");
        left.join(table("right"), value -> value, (value, other) -> value, TableJoined.as("by"), kept("joined"))
                .toStream()
                .to("out");

        assertOrder("joined", "by-subscription-store", "left", "rows");
        assertTrue(plan().retractsRows());
    }

    @Test
    void shouldPutATableBehindWhatFollowsFromItThoughAJoinReadsItFurtherDown() {
        KTable<String, String> near = table("near");
        KTable<String, String> far = members(members(table("rows"), "first"), "second");
        members(near, "members");
        far.join(near, (one, other) -> one, kept("joined")).toStream().to("out");

        assertOrder("members", "near");
        assertOrder("joined", "second", "first", "rows");
        assertOrder("joined", "near");
    }

    @Test
    void shouldIsolateEpochsOnlyWhereRowsAreRetracted() {
        table("rows").toStream().groupBy((key, value) -> value).count();

        assertFalse(plan().retractsRows());
    }

    private KTable<String, String> table(String name) {
        return builder.table("in-" + name, Consumed.with(Serdes.String(), Serdes.String()), kept(name));
    }

    private static KTable<String, String> members(KTable<String, String> table, String name) {
        return table.groupBy(
                        (key, value) -> KeyValue.pair(value, key), Grouped.with(name, Serdes.String(), Serdes.String()))
                .aggregate(() -> "", (group, key, all) -> all + key, (group, key, all) -> all, kept(name));
    }

    private static Materialized<String, String, KeyValueStore<Bytes, byte[]>> kept(String name) {
        return Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as(name)
                .withKeySerde(Serdes.String())
                .withValueSerde(Serdes.String());
    }

    private Plan plan() {
        return Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings("test", 2, Serdes.String(), 0),
                topic -> OptionalInt.of(2));
    }

    /** Each of these stores is sent before the next one. */
    private void assertOrder(String... stores) {
        ChangelogOrder order = ChangelogOrder.of(plan());
        List<String> asked = List.of(stores);
        List<String> sorted = order.places().keySet().stream()
                .sorted(Comparator.comparing(order::placeOf))
                .map(ChangelogOrderTest::store)
                .filter(asked::contains)
                .toList();
        assertEquals(asked, sorted);
        assertEquals(
                asked.size(),
                asked.stream()
                        .map(store -> order.placeOf(PREFIX + store + SUFFIX))
                        .distinct()
                        .count());
    }

    private static String store(String changelog) {
        return changelog.substring(PREFIX.length(), changelog.length() - SUFFIX.length());
    }
}
