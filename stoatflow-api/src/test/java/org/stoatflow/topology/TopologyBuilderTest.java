package org.stoatflow.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.stores.EngineStoreBuilder;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.errors.TopologyException;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;

/** What cannot be seen in {@code describe()}; the rest is compared with Kafka Streams. */
class TopologyBuilderTest {
    private final TopologyBuilder builder = new TopologyBuilder();

    private void source(String name, String... topics) {
        builder.addSource(new SourceNode(name, List.of(topics), null, null, null, null, null));
    }

    private void processor(String name, String parent) {
        builder.addProcessor(new ProcessorNode(
                name,
                List.of(parent),
                () -> new Processor<Object, Object, Object, Object>() {
                    @Override
                    public void process(Record<Object, Object> record) {}
                },
                List.of(),
                Traits.USER));
    }

    private static StoreBuilder<KeyValueStore<String, Long>> store(String name) {
        return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.String(), Serdes.Long());
    }

    private static List<List<String>> names(LogicalTopology topology) {
        return topology.subTopologies().stream()
                .map(part -> part.nodes().stream().map(LogicalNode::name).toList())
                .toList();
    }

    @Test
    void shouldNumberPartsByTheirFirstNodes() {
        source("s1", "a");
        source("s2", "b");
        source("s3", "c");
        processor("p3", "s3");
        processor("p1", "s1");
        builder.addStore(store("shared"));
        builder.connect("p3", "shared");
        builder.connect("p1", "shared");
        LogicalTopology topology = builder.build();
        assertEquals(List.of(List.of("s1", "s3", "p3", "p1"), List.of("s2")), names(topology));
        assertEquals(
                names(topology),
                names(new LogicalTopology(
                        topology.nodes(),
                        topology.stores(),
                        topology.repartitionTopics(),
                        topology.copartitionGroups())));
        assertEquals(Set.of("p3", "p1"), topology.stores().get("shared").processors());
        assertEquals(List.of("shared"), ((ProcessorNode) topology.node("p1")).stores());
        assertThrows(NoSuchElementException.class, () -> topology.node("p9"));
    }

    @Test
    void shouldJoinCopartitionGroupsThatShareSources() {
        source("s1", "a");
        source("s2", "b", "c");
        source("s3", "d");
        source("s4", "e");
        builder.copartition(Set.of("s1", "s2"));
        builder.copartition(Set.of("s3", "s4"));
        assertEquals(
                Set.of(Set.of("s1", "s2"), Set.of("s3", "s4")),
                Set.copyOf(builder.build().copartitionGroups()));
        builder.copartition(Set.of("s2", "s4"));
        assertEquals(List.of(Set.of("s1", "s2", "s3", "s4")), builder.build().copartitionGroups());
    }

    @Test
    void shouldRememberWhereStoreIsRestoredFrom() {
        builder.addStore(store("x"));
        builder.restoreFrom("x", "topic");
        assertEquals("topic", builder.build().stores().get("x").sourceTopic());
        assertThrows(TopologyException.class, () -> builder.restoreFrom("x", "other"));
    }

    @Test
    void shouldDescribeBuiltInStores() {
        StoreDescription plain = described(store("x").withCachingEnabled());
        assertEquals(new StoreSettings.KeyValue(false), plain.settings());
        assertEquals("x", plain.name());
        assertTrue(plain.caching() && plain.logging() && !plain.persistent() && !plain.keepsTimestamps());
        StoreDescription timestamped = described(Stores.timestampedKeyValueStoreBuilder(
                        Stores.persistentTimestampedKeyValueStore("y"), Serdes.String(), null)
                .withLoggingDisabled());
        assertEquals(new StoreSettings.KeyValue(true), timestamped.settings());
        assertTrue(timestamped.persistent() && timestamped.keepsTimestamps() && !timestamped.logging());
        StoreDescription losing = described(
                Stores.timestampedKeyValueStoreBuilder(Stores.persistentKeyValueStore("z"), Serdes.String(), null));
        assertTrue(losing.persistent() && !losing.keepsTimestamps());
    }

    private static StoreDescription described(StoreBuilder<?> store) {
        return ((EngineStoreBuilder) store).description();
    }

    @Test
    void shouldSayWhereStoresComeFrom() {
        assertTrue(assertThrows(IllegalStateException.class, () -> store("x").build())
                .getMessage()
                .contains("get the store from the context of a processor"));
        assertThrows(
                IllegalStateException.class,
                () -> Stores.inMemoryKeyValueStore("x").get());
    }
}
