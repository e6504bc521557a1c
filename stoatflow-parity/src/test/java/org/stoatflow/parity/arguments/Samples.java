package org.stoatflow.parity.arguments;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.common.utils.Time;
import org.stoatflow.streams.AutoOffsetReset;
import org.stoatflow.streams.CloseOptions;
import org.stoatflow.streams.KafkaClientSupplier;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StoreQueryParameters;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyConfig;
import org.stoatflow.streams.kstream.Branched;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.kstream.GlobalKTable;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.JoinWindows;
import org.stoatflow.streams.kstream.Joined;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Printed;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.SlidingWindows;
import org.stoatflow.streams.kstream.StreamJoined;
import org.stoatflow.streams.kstream.Suppressed;
import org.stoatflow.streams.kstream.TableJoined;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.kstream.Window;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.Windows;
import org.stoatflow.streams.kstream.internals.TimeWindow;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.processor.internals.DefaultKafkaClientSupplier;
import org.stoatflow.streams.query.KeyQuery;
import org.stoatflow.streams.query.Position;
import org.stoatflow.streams.query.PositionBound;
import org.stoatflow.streams.query.Query;
import org.stoatflow.streams.query.StateQueryRequest;
import org.stoatflow.streams.state.BuiltInDslStoreSuppliers;
import org.stoatflow.streams.state.DslStoreSuppliers;
import org.stoatflow.streams.state.HostInfo;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.QueryableStoreType;
import org.stoatflow.streams.state.QueryableStoreTypes;
import org.stoatflow.streams.state.SessionBytesStoreSupplier;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.VersionedBytesStoreSupplier;
import org.stoatflow.streams.state.WindowBytesStoreSupplier;

/** Valid arguments of one call, by type. Streams and tables are of one builder. */
final class Samples {
    static final String TEXT = "text";
    /** The name of a source node, and of a store, that are there. */
    static final String KNOWN = "known";

    private static final Duration TIME = Duration.ofMinutes(5);

    final StreamsBuilder builder = new StreamsBuilder();
    private final Map<Class<?>, Supplier<Object>> byType = new HashMap<>();
    private boolean usesBuilder;
    private int topics;
    private int texts;

    Samples() {
        builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(KNOWN), Serdes.String(), Serdes.String()));
        addPlain();
        addStreams();
        addSettings();
        addStores();
        addQueries();
    }

    Object of(Class<?> type) {
        Supplier<Object> known = byType.get(type);
        if (known != null) {
            return known.get();
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        if (type.isArray()) {
            Object array = Array.newInstance(type.getComponentType(), 1);
            Array.set(array, 0, type == String[].class ? KNOWN : of(type.getComponentType()));
            return array;
        }
        if (type.isInterface()) {
            return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answers());
        }
        return Receivers.of(type, this);
    }

    /** What building the topology gives, where the call was about one. */
    String built() {
        if (!usesBuilder) {
            return "";
        }
        try {
            builder.build();
            return ArgumentCalls.BUILD + "accepted";
        } catch (RuntimeException refused) {
            return ArgumentCalls.BUILD + ArgumentCalls.text(refused);
        }
    }

    KStream<String, String> stream() {
        usesBuilder = true;
        return builder.stream("in-" + topics++, Consumed.with(Serdes.String(), Serdes.String()));
    }

    KTable<String, String> table() {
        usesBuilder = true;
        return builder.table("in-" + topics++, Consumed.with(Serdes.String(), Serdes.String()));
    }

    StreamsBuilder usedBuilder() {
        usesBuilder = true;
        return builder;
    }

    static Topology topology() {
        return new Topology().addSource(KNOWN, "in");
    }

    static Properties config() {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1");
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(
                StreamsConfig.STATE_DIR_CONFIG,
                System.getProperty("java.io.tmpdir") + "/argument-calls-"
                        + ProcessHandle.current().pid());
        return config;
    }

    /** An object of an interface whose methods give samples, and the default ones what they give. */
    private InvocationHandler answers() {
        return (proxy, method, arguments) -> {
            if (method.getDeclaringClass() == Object.class) {
                return ofObject(proxy, method, arguments);
            }
            if (method.isDefault()) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
            }
            Class<?> type = method.getReturnType();
            return type == void.class ? null : of(type);
        };
    }

    private static Object ofObject(Object proxy, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "toString" -> "a " + proxy.getClass().getInterfaces()[0].getSimpleName();
            default -> throw new AssertionError(method);
        };
    }

    private void addPlain() {
        byType.put(String.class, () -> texts++ == 0 ? TEXT : TEXT + "-" + texts);
        byType.put(Object.class, () -> TEXT);
        byType.put(Comparable.class, () -> TEXT);
        byType.put(int.class, () -> 1);
        byType.put(Integer.class, () -> 1);
        byType.put(long.class, () -> 10L);
        byType.put(Long.class, () -> 10L);
        byType.put(double.class, () -> 1d);
        byType.put(boolean.class, () -> false);
        byType.put(byte[].class, () -> new byte[] {1});
        byType.put(Bytes.class, () -> Bytes.wrap(new byte[] {1}));
        byType.put(Class.class, () -> String.class);
        byType.put(Duration.class, () -> TIME);
        byType.put(Instant.class, () -> Instant.ofEpochMilli(10));
        byType.put(Pattern.class, () -> Pattern.compile("other.*"));
        byType.put(Collection.class, () -> List.of(KNOWN));
        byType.put(List.class, () -> List.of());
        byType.put(Set.class, () -> Set.of(0));
        byType.put(Map.class, () -> new HashMap<>(Map.of("cleanup.policy", "compact")));
        byType.put(Properties.class, Samples::config);
        byType.put(Time.class, () -> Time.SYSTEM);
        byType.put(Throwable.class, () -> new IllegalStateException(TEXT));
        byType.put(ConsumerRecord.class, () -> new ConsumerRecord<>("in", 0, 0, TEXT, TEXT));
        byType.put(ProducerRecord.class, () -> new ProducerRecord<>("out", TEXT, TEXT));
        byType.put(UUID.class, UUID::randomUUID);
        byType.put(OptionalInt.class, OptionalInt::empty);
        byType.put(Optional.class, Optional::empty);
        byType.put(Headers.class, RecordHeaders::new);
    }

    private void addStreams() {
        byType.put(KStream.class, this::stream);
        byType.put(KTable.class, this::table);
        byType.put(KGroupedStream.class, () -> stream().groupByKey());
        byType.put(GlobalKTable.class, () -> {
            usesBuilder = true;
            return builder.globalTable("in-" + topics++, Consumed.with(Serdes.String(), Serdes.String()));
        });
        byType.put(Topology.class, Samples::topology);
        byType.put(StreamsConfig.class, () -> new StreamsConfig(config()));
        byType.put(TopologyConfig.class, () -> new TopologyConfig(new StreamsConfig(config())));
        byType.put(Serde.class, Serdes::String);
        byType.put(Serializer.class, () -> Serdes.String().serializer());
        byType.put(Deserializer.class, () -> Serdes.String().deserializer());
    }

    private void addSettings() {
        byType.put(Consumed.class, () -> Consumed.with(Serdes.String(), Serdes.String()));
        byType.put(Produced.class, () -> Produced.with(Serdes.String(), Serdes.String()));
        byType.put(Materialized.class, () -> Materialized.with(Serdes.String(), Serdes.String()));
        byType.put(Named.class, () -> Named.as("node"));
        byType.put(Grouped.class, () -> Grouped.with(Serdes.String(), Serdes.String()));
        byType.put(Joined.class, () -> Joined.with(Serdes.String(), Serdes.String(), Serdes.String()));
        byType.put(StreamJoined.class, () -> StreamJoined.with(Serdes.String(), Serdes.String(), Serdes.String()));
        byType.put(TableJoined.class, () -> TableJoined.as("join"));
        byType.put(Repartitioned.class, () -> Repartitioned.with(Serdes.String(), Serdes.String()));
        byType.put(Branched.class, () -> Branched.as("branch"));
        byType.put(Printed.class, Printed::toSysOut);
        byType.put(Suppressed.class, () -> Suppressed.untilTimeLimit(TIME, Suppressed.BufferConfig.unbounded()));
        byType.put(Suppressed.BufferConfig.class, Suppressed.BufferConfig::unbounded);
        byType.put(Suppressed.StrictBufferConfig.class, Suppressed.BufferConfig::unbounded);
        byType.put(Windows.class, () -> TimeWindows.ofSizeWithNoGrace(TIME));
        byType.put(TimeWindows.class, () -> TimeWindows.ofSizeWithNoGrace(TIME));
        byType.put(SlidingWindows.class, () -> SlidingWindows.ofTimeDifferenceWithNoGrace(TIME));
        byType.put(SessionWindows.class, () -> SessionWindows.ofInactivityGapWithNoGrace(TIME));
        byType.put(JoinWindows.class, () -> JoinWindows.ofTimeDifferenceWithNoGrace(TIME));
        byType.put(EmitStrategy.class, EmitStrategy::onWindowUpdate);
        byType.put(Window.class, () -> new TimeWindow(0, 10));
        byType.put(Windowed.class, () -> new Windowed<>(TEXT, new TimeWindow(0, 10)));
        byType.put(AutoOffsetReset.class, AutoOffsetReset::earliest);
        byType.put(CloseOptions.class, () -> CloseOptions.timeout(TIME));
        byType.put(KafkaStreams.CloseOptions.class, KafkaStreams.CloseOptions::new);
    }

    private void addStores() {
        byType.put(KeyValueBytesStoreSupplier.class, () -> Stores.inMemoryKeyValueStore("store"));
        byType.put(WindowBytesStoreSupplier.class, () -> Stores.inMemoryWindowStore("store", TIME, TIME, false));
        byType.put(SessionBytesStoreSupplier.class, () -> Stores.inMemorySessionStore("store", TIME));
        byType.put(VersionedBytesStoreSupplier.class, () -> Stores.persistentVersionedKeyValueStore("store", TIME));
        byType.put(
                StoreBuilder.class,
                () -> Stores.keyValueStoreBuilder(
                                Stores.inMemoryKeyValueStore("store"), Serdes.String(), Serdes.String())
                        .withLoggingDisabled());
        byType.put(DslStoreSuppliers.class, BuiltInDslStoreSuppliers.InMemoryDslStoreSuppliers::new);
        byType.put(KafkaClientSupplier.class, DefaultKafkaClientSupplier::new);
    }

    private void addQueries() {
        byType.put(QueryableStoreType.class, QueryableStoreTypes::keyValueStore);
        byType.put(
                StoreQueryParameters.class,
                () -> StoreQueryParameters.fromNameAndType(TEXT, QueryableStoreTypes.keyValueStore()));
        byType.put(Query.class, () -> KeyQuery.withKey(TEXT));
        byType.put(Position.class, Position::emptyPosition);
        byType.put(PositionBound.class, PositionBound::unbounded);
        byType.put(
                StateQueryRequest.class, () -> StateQueryRequest.inStore(TEXT).withQuery(KeyQuery.withKey(TEXT)));
        byType.put(HostInfo.class, () -> new HostInfo("host", 1));
        byType.put(TaskId.class, () -> new TaskId(0, 0));
        byType.put(Record.class, () -> new Record<>(TEXT, TEXT, 0));
    }
}
