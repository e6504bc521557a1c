package org.stoatflow.dsl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.stores.DslStoreBuilder;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.DslStoreFormat;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Materialized.StoreType;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.BuiltInDslStoreSuppliers;
import org.stoatflow.streams.state.DslKeyValueParams;
import org.stoatflow.streams.state.DslSessionParams;
import org.stoatflow.streams.state.DslStoreSuppliers;
import org.stoatflow.streams.state.DslWindowParams;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.SessionBytesStoreSupplier;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.WindowBytesStoreSupplier;

class StoreTypesTest {
    private static final Duration HOUR = Duration.ofHours(1);

    /** Counts its instances, and what they were configured with. */
    public static final class Configured implements DslStoreSuppliers {
        private static final List<Object> SEEN = new ArrayList<>();

        /** Called by reflection. */
        public Configured() {}

        @Override
        public void configure(Map<String, ?> configs) {
            SEEN.add(configs.get("of.the.user"));
        }

        @Override
        public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
            return Stores.inMemoryKeyValueStore(params.name());
        }

        @Override
        public WindowBytesStoreSupplier windowStore(DslWindowParams params) {
            return Stores.inMemoryWindowStore(params.name(), HOUR, params.windowSize(), false);
        }

        @Override
        public SessionBytesStoreSupplier sessionStore(DslSessionParams params) {
            return Stores.inMemorySessionStore(params.name(), HOUR);
        }
    }

    private static Topology topology(Materialized<Object, Long, KeyValueStore<Bytes, byte[]>> counts) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in").groupByKey().count(counts);
        builder.stream("more")
                .groupByKey()
                .windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMinutes(1)))
                .count(Materialized.as("windows"));
        return builder.build();
    }

    private static StreamsConfig config(Object... keysAndValues) {
        Map<String, Object> config = new HashMap<>();
        config.put("application.id", "app");
        config.put("bootstrap.servers", "localhost:1");
        for (int i = 0; i < keysAndValues.length; i += 2) {
            config.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return new StreamsConfig(config);
    }

    private static StreamsConfig inMemory() {
        return config(
                StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG,
                BuiltInDslStoreSuppliers.InMemoryDslStoreSuppliers.class.getName());
    }

    private static StoreDescription store(Topology topology, StreamsConfig config, String name) {
        return TopologyAccess.logical(topology, config)
                .store(name)
                .description()
                .orElseThrow();
    }

    @Test
    void shouldPutStoresOnDiskByDefault() {
        Topology topology = topology(Materialized.as("counts"));
        assertTrue(store(topology, config(), "counts").persistent());
        assertTrue(store(topology, config(), "counts").keepsTimestamps());
        assertTrue(store(topology, config(), "windows").persistent());
    }

    @Test
    void shouldAskTheConfigurationWhereTheProgramSaysNothing() {
        Topology topology = topology(Materialized.as("counts"));
        assertFalse(store(topology, inMemory(), "counts").persistent());
        assertFalse(store(topology, inMemory(), "windows").persistent());
    }

    @Test
    void shouldPreferTheProgramsChoice() {
        Topology topology = topology(Materialized.<Object, Long, KeyValueStore<Bytes, byte[]>>as("counts")
                .withStoreType(StoreType.ROCKS_DB));
        assertTrue(store(topology, inMemory(), "counts").persistent());
        assertFalse(store(topology, inMemory(), "windows").persistent());
    }

    @Test
    void shouldNameTheStoreOfATypeFromTheCounter() {
        List<StoreDescription> stores =
                TopologyAccess.logical(topology(Materialized.as(StoreType.IN_MEMORY)), config())
                        .stores()
                        .values()
                        .stream()
                        .map(store -> store.description().orElseThrow())
                        .filter(store -> store.name().startsWith("KSTREAM-AGGREGATE-STATE-STORE-"))
                        .toList();
        assertEquals(1, stores.size());
        assertFalse(stores.getFirst().persistent());
    }

    @Test
    void shouldKeepLoggingAndCachingOfTheProgram() {
        Topology topology = topology(Materialized.<Object, Long, KeyValueStore<Bytes, byte[]>>as("counts")
                .withLoggingEnabled(Map.of("segment.ms", "77"))
                .withCachingDisabled());
        StoreDescription counts = store(topology, inMemory(), "counts");
        assertFalse(counts.caching());
        assertEquals(Map.of("segment.ms", "77"), counts.logConfig());
        assertTrue(store(topology, inMemory(), "windows").caching());
        Topology unlogged = topology(Materialized.<Object, Long, KeyValueStore<Bytes, byte[]>>as("counts")
                .withLoggingDisabled());
        assertFalse(store(unlogged, inMemory(), "counts").logging());
    }

    @Test
    void shouldKeepTheSuppliersOfTheFirstRun() {
        Topology topology = topology(Materialized.as("counts"));
        assertFalse(store(topology, inMemory(), "counts").persistent());
        assertFalse(store(topology, config(), "counts").persistent());
    }

    @Test
    void shouldConfigureAnInstanceForEachStore() {
        Configured.SEEN.clear();
        Topology topology = topology(Materialized.as("counts"));
        StreamsConfig config =
                config(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, Configured.class, "of.the.user", "a value");
        assertFalse(store(topology, config, "counts").persistent());
        assertEquals(
                HOUR.toMillis(),
                store(topology, config, "windows").settings().retention().orElseThrow());
        assertEquals(List.of("a value", "a value"), Configured.SEEN);
    }

    @Test
    void shouldRefuseATypeBesideASupplier() {
        Materialized<Object, Object, ?> supplied = Materialized.as(Stores.inMemoryKeyValueStore("s"));
        assertThrows(IllegalArgumentException.class, () -> supplied.withStoreType(StoreType.IN_MEMORY));
        assertThrows(NullPointerException.class, () -> supplied.withStoreType(null));
    }

    @Test
    void shouldSupplyStoresWithHeadersOnDisk() {
        DslStoreSuppliers onDisk = BuiltInDslStoreSuppliers.ROCKS_DB;
        EmitStrategy emit = EmitStrategy.onWindowUpdate();
        assertEquals(
                Stores.persistentTimestampedKeyValueStoreWithHeaders("s"),
                onDisk.keyValueStore(new DslKeyValueParams("s", DslStoreFormat.HEADERS)));
        assertEquals(
                Stores.persistentTimestampedWindowStoreWithHeaders("s", HOUR, HOUR, false),
                onDisk.windowStore(new DslWindowParams("s", HOUR, HOUR, false, emit, false, DslStoreFormat.HEADERS)));
        assertEquals(
                Stores.persistentSessionStoreWithHeaders("s", HOUR),
                onDisk.sessionStore(new DslSessionParams("s", HOUR, emit, DslStoreFormat.HEADERS)));
    }

    @Test
    void shouldTellSuppliersOfTheFormatThatTheConfigurationWants() {
        assertEquals(List.of(DslStoreFormat.TIMESTAMPED), formatsAsked("DEFAULT"));
        assertEquals(List.of(DslStoreFormat.HEADERS), formatsAsked("headers"));
        assertEquals(List.of(DslStoreFormat.HEADERS), formatsAsked("HEADERS"));
    }

    private static List<DslStoreFormat> formatsAsked(String wanted) {
        List<DslStoreFormat> asked = new ArrayList<>();
        DslStoreBuilder<StateStore> builder =
                new DslStoreBuilder<>("s", null, DslStoreFormat.TIMESTAMPED, (suppliers, format) -> {
                    asked.add(format);
                    @SuppressWarnings("unchecked")
                    StoreBuilder<StateStore> made = (StoreBuilder<StateStore>)
                            (StoreBuilder<?>) Stores.timestampedKeyValueStoreWithHeadersBuilder(
                                    Stores.persistentTimestampedKeyValueStoreWithHeaders("s"),
                                    Serdes.String(),
                                    Serdes.String());
                    return made;
                });
        builder.configure(new StreamsConfig(Map.of(
                StreamsConfig.APPLICATION_ID_CONFIG,
                "app",
                StreamsConfig.BOOTSTRAP_SERVERS_CONFIG,
                "nowhere:1",
                StreamsConfig.DSL_STORE_FORMAT_CONFIG,
                wanted)));
        assertTrue(builder.description() != null);
        return asked;
    }

    @Test
    void shouldPassATypeOnToItsSuppliers() {
        DslKeyValueParams plain = new DslKeyValueParams("s", DslStoreFormat.PLAIN);
        assertEquals(BuiltInDslStoreSuppliers.ROCKS_DB.keyValueStore(plain), StoreType.ROCKS_DB.keyValueStore(plain));
        assertEquals(Stores.inMemoryKeyValueStore("s"), StoreType.IN_MEMORY.keyValueStore(plain));
        assertEquals(Stores.persistentKeyValueStore("s"), StoreType.ROCKS_DB.keyValueStore(plain));
        assertSame(StoreType.IN_MEMORY, StoreType.valueOf("IN_MEMORY"));
    }
}
