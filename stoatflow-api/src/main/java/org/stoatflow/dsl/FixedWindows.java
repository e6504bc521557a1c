package org.stoatflow.dsl;

import java.time.Duration;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.AggregateRule;
import org.stoatflow.operator.SlidingAggregation;
import org.stoatflow.operator.TableSupplier;
import org.stoatflow.operator.WindowAggregation;
import org.stoatflow.operator.WindowedStore;
import org.stoatflow.stores.DslStoreBuilder;
import org.stoatflow.stores.EngineStoreBuilder;
import org.stoatflow.streams.DslStoreFormat;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.kstream.SlidingWindows;
import org.stoatflow.streams.kstream.TimeWindowedDeserializer;
import org.stoatflow.streams.kstream.TimeWindowedSerializer;
import org.stoatflow.streams.kstream.UnlimitedWindows;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.Windows;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.DslWindowParams;
import org.stoatflow.streams.state.HeadersBytesStoreSupplier;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.TimestampedWindowStore;
import org.stoatflow.streams.state.WindowBytesStoreSupplier;
import org.stoatflow.streams.state.WindowStore;

/** Windows whose length is known before, and in what their kinds differ. */
sealed interface FixedWindows {
    /** The length of windows, in milliseconds. */
    long sizeMs();

    /** For how long the aggregation needs a window, in milliseconds. */
    long neededMs();

    /** Whether {@code count} takes a store name from the counter that is not used, as Kafka Streams' does. */
    boolean skipsStoreName();

    /** Whether windows close. */
    boolean close();

    /** Makes the operators. */
    <K, V, VAgg> TableSupplier<Windowed<K>, V, VAgg> aggregation(
            WindowedStore<TimestampedWindowStore<K, VAgg>> store, AggregateRule<K, V, VAgg> rule, boolean finalResults);

    /** The store of an aggregation. */
    default <K, V> WindowedStore<TimestampedWindowStore<K, V>> store(
            WindowedMaterialized<K, V, WindowStore<Bytes, byte[]>> materialized, boolean finalResults) {
        String name = materialized.name();
        Duration retention = materialized.retention(neededMs());
        StoreBuilder<TimestampedWindowStore<K, V>> builder;
        if (materialized.supplier() instanceof WindowBytesStoreSupplier given) {
            builder = over(given, materialized);
        } else {
            EmitStrategy emit = WindowedMaterialized.emit(finalResults);
            Duration size = Duration.ofMillis(sizeMs());
            boolean sliding = this instanceof Sliding;
            builder = new DslStoreBuilder<>(
                    name,
                    materialized.suppliers(),
                    DslStoreFormat.TIMESTAMPED,
                    (suppliers, format) -> over(
                            suppliers.windowStore(
                                    new DslWindowParams(name, retention, size, false, emit, sliding, format)),
                            materialized));
        }
        materialized.configured(builder, !(finalResults && this instanceof Sliding));
        if (finalResults && builder instanceof EngineStoreBuilder known) {
            known.forwardAtClose();
        }
        return new WindowedStore<>(name, builder);
    }

    /** The operator asks a store with headers for one without ({@link WindowedStore}). */
    @SuppressWarnings("unchecked")
    private static <K, V> StoreBuilder<TimestampedWindowStore<K, V>> over(
            WindowBytesStoreSupplier supplier, WindowedMaterialized<K, V, WindowStore<Bytes, byte[]>> materialized) {
        StoreBuilder<? extends StateStore> builder = supplier instanceof HeadersBytesStoreSupplier
                ? Stores.timestampedWindowStoreWithHeadersBuilder(
                        supplier, materialized.keySerde(), materialized.valueSerde())
                : Stores.timestampedWindowStoreBuilder(supplier, materialized.keySerde(), materialized.valueSerde());
        return (StoreBuilder<TimestampedWindowStore<K, V>>) builder;
    }

    /** The serde of windowed keys, if that of keys is known. */
    default <K> @Nullable Serde<Windowed<K>> serde(@Nullable Serde<K> keys) {
        return keys == null
                ? null
                : Serdes.serdeFrom(
                        new TimeWindowedSerializer<>(keys.serializer()),
                        new TimeWindowedDeserializer<>(keys.deserializer(), sizeMs()));
    }

    /** Tumbling, hopping and unlimited windows, and those of the user's own. */
    record Aligned(Windows<?> windows) implements FixedWindows {
        @Override
        public long sizeMs() {
            return windows.size();
        }

        @Override
        public long neededMs() {
            return windows.size() + windows.gracePeriodMs();
        }

        @Override
        public boolean skipsStoreName() {
            return true;
        }

        @Override
        public boolean close() {
            return !(windows instanceof UnlimitedWindows);
        }

        @Override
        public <K, V, VAgg> TableSupplier<Windowed<K>, V, VAgg> aggregation(
                WindowedStore<TimestampedWindowStore<K, VAgg>> store,
                AggregateRule<K, V, VAgg> rule,
                boolean finalResults) {
            return new WindowAggregation<>(store, windows, rule, finalResults);
        }
    }

    /** Sliding windows. A new window is made of one that begins up to twice the difference before the record. */
    record Sliding(SlidingWindows windows) implements FixedWindows {
        @Override
        public long sizeMs() {
            return windows.timeDifferenceMs();
        }

        @Override
        public long neededMs() {
            return 2 * windows.timeDifferenceMs() + windows.gracePeriodMs();
        }

        @Override
        public boolean skipsStoreName() {
            return false;
        }

        @Override
        public boolean close() {
            return true;
        }

        @Override
        public <K, V, VAgg> TableSupplier<Windowed<K>, V, VAgg> aggregation(
                WindowedStore<TimestampedWindowStore<K, VAgg>> store,
                AggregateRule<K, V, VAgg> rule,
                boolean finalResults) {
            return new SlidingAggregation<>(store, windows, rule, finalResults);
        }
    }
}
