package org.stoatflow.dsl;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.JoinStore;
import org.stoatflow.operator.UnjoinedStore;
import org.stoatflow.stores.DslStoreBuilder;
import org.stoatflow.stores.WindowSupplier;
import org.stoatflow.streams.DslStoreFormat;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.state.DslKeyValueParams;
import org.stoatflow.streams.state.DslWindowParams;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.WindowBytesStoreSupplier;
import org.stoatflow.streams.state.WindowStore;
import org.stoatflow.topology.ImplicitNames;

/** The stores of a stream-stream join, as the windows and the {@code StreamJoined} say. */
final class StreamJoinStores<K, V1, V2> {
    private static final String STORE = "-store";

    private final JoinWindowsInternals windows;
    private final StreamJoinedInternals<K, V1, V2> joined;

    /** @throws StreamsException if stores are given that do not fit the windows or each other */
    StreamJoinStores(JoinWindowsInternals windows, StreamJoinedInternals<K, V1, V2> joined) {
        this.windows = windows;
        this.joined = joined;
        WindowBytesStoreSupplier first = joined.thisStoreSupplier();
        WindowBytesStoreSupplier second = joined.otherStoreSupplier();
        if (first != null && second != null && first.name().equals(second.name())) {
            // applications' tests look for how these texts of Kafka Streams begin
            throw new StreamsException(
                    "Both StoreSuppliers have the same name.  StoreSuppliers must provide unique names"
                            + ", and both give " + first.name());
        }
        requireFit(first);
        requireFit(second);
    }

    private long retentionMs() {
        return windows.size() + windows.gracePeriodMs();
    }

    private void requireFit(@Nullable WindowBytesStoreSupplier given) {
        if (given == null) {
            return;
        }
        if (!given.retainDuplicates()) {
            throw new StreamsException("The StoreSupplier must set retainDuplicates=true, found retainDuplicates=false"
                    + " in that of " + given.name() + ": a join keeps several records of a key and time");
        }
        if (given.retentionPeriod() != retentionMs() || given.windowSize() != windows.size()) {
            throw new StreamsException("Window settings mismatch. WindowBytesStoreSupplier settings of " + given.name()
                    + " do not fit the windows of the join: window size="
                    + given.windowSize() + " ms, retention=" + given.retentionPeriod() + " ms, and the join needs "
                    + windows.size() + " ms and " + retentionMs() + " ms");
        }
    }

    JoinStore left(String generated, String suffix) {
        return store(joined.thisStoreSupplier(), joined.valueSerde(), generated, suffix);
    }

    JoinStore right(String generated, String suffix) {
        return store(joined.otherStoreSupplier(), joined.otherValueSerde(), generated, suffix);
    }

    private JoinStore store(
            @Nullable WindowBytesStoreSupplier given, @Nullable Serde<?> values, String generated, String suffix) {
        if (given != null) {
            // Kafka Streams' builder leaves what a changelog is cleaned by to the topic's default.
            boolean timestamped = given instanceof WindowSupplier own
                    && own.inner().persistent()
                    && own.inner().timestamped();
            StoreBuilder<?> builder = timestamped
                    ? Stores.timestampedWindowStoreBuilder(given, joined.keySerde(), values)
                    : plain(given, values);
            return new JoinStore(given.name(), builder.withLoggingDisabled().withLoggingEnabled(Map.of()), timestamped);
        }
        String name = (joined.storeName() == null ? generated : joined.storeName() + suffix) + STORE;
        StoreBuilder<?> builder = new DslStoreBuilder<>(
                name,
                joined.dslStoreSuppliers(),
                DslStoreFormat.PLAIN,
                (suppliers, format) -> plain(suppliers.windowStore(params(name)), values));
        if (joined.loggingEnabled()) {
            Map<String, String> config = new HashMap<>(joined.topicConfig());
            config.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
            builder.withLoggingEnabled(config);
        } else {
            builder.withLoggingDisabled();
        }
        return new JoinStore(name, builder, false);
    }

    /** Notes the stores of a join that gives them no name, as generated ones. */
    void note(
            ImplicitNames names,
            JoinStore thisStore,
            JoinStore otherStore,
            @Nullable UnjoinedStore<K, V1, V2> unjoined) {
        if (joined.storeName() == null) {
            names.addStore(thisStore.name(), thisStore.builder().loggingEnabled());
            names.addStore(otherStore.name(), otherStore.builder().loggingEnabled());
            if (unjoined != null) {
                names.addStore(unjoined.name(), unjoined.builder().loggingEnabled());
            }
        }
    }

    private <V> StoreBuilder<WindowStore<K, V>> plain(WindowBytesStoreSupplier supplier, @Nullable Serde<V> values) {
        return Stores.windowStoreBuilder(supplier, joined.keySerde(), values);
    }

    /** Without headers whatever the configuration says: no operator reads them. */
    private DslWindowParams params(String name) {
        return new DslWindowParams(
                name,
                Duration.ofMillis(retentionMs()),
                Duration.ofMillis(windows.size()),
                true,
                EmitStrategy.onWindowUpdate(),
                false,
                DslStoreFormat.PLAIN);
    }

    /**
     * The store of records without a partner.
     *
     * @param number what follows the prefix in the generated name of the left operator
     * @param suffix what follows a name that the user gives
     */
    UnjoinedStore<K, V1, V2> unjoined(String number, String suffix) {
        WindowBytesStoreSupplier given = joined.thisStoreSupplier();
        String name;
        if (given != null && !given.name().isEmpty()) {
            name = given.name() + suffix;
        } else if (joined.storeName() != null) {
            name = joined.storeName() + suffix;
        } else {
            name = Prefixes.OUTER_SHARED + number;
        }
        StoreBuilder<KeyValueStore<Bytes, byte[]>> builder = keyValues(name + STORE);
        if (joined.loggingEnabled()) {
            builder.withLoggingEnabled(joined.topicConfig());
        } else {
            builder.withLoggingDisabled();
        }
        return new UnjoinedStore<>(builder, joined.keySerde(), joined.valueSerde(), joined.otherValueSerde());
    }

    private StoreBuilder<KeyValueStore<Bytes, byte[]>> keyValues(String name) {
        if (joined.dslStoreSuppliers() == null && joined.thisStoreSupplier() instanceof WindowSupplier own) {
            return keyValues(
                    own.inner().persistent()
                            ? Stores.persistentKeyValueStore(name)
                            : Stores.inMemoryKeyValueStore(name));
        }
        return new DslStoreBuilder<>(
                name,
                joined.dslStoreSuppliers(),
                DslStoreFormat.PLAIN,
                (suppliers, format) ->
                        keyValues(suppliers.keyValueStore(new DslKeyValueParams(name, DslStoreFormat.PLAIN))));
    }

    private static StoreBuilder<KeyValueStore<Bytes, byte[]>> keyValues(KeyValueBytesStoreSupplier supplier) {
        return Stores.keyValueStoreBuilder(supplier, Serdes.Bytes(), Serdes.ByteArray());
    }
}
