package org.stoatflow.state.store;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.SerdeDefaults;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.errors.StreamsException;

/**
 * Converts a store's keys and values to bytes and back, as Kafka Streams does: a serde gets the changelog topic and the
 * record's headers, which it may write, and never a null value. Thread: the user's.
 *
 * @param <K> the type of keys
 * @param <V> the type of plain values
 */
public final class StoreSerdes<K, V> {
    private final String store;
    private final StoreContext context;
    private final SideSerde<K> keys;
    private final SideSerde<V> values;

    private StoreSerdes(String store, String topic, StoreContext context, Serde<K> key, Serde<V> value) {
        this.store = store;
        this.context = context;
        keys = new SideSerde<>(topic, key);
        values = new SideSerde<>(topic, value);
    }

    public static <K, V> StoreSerdes<K, V> of(StoreDescription store, SerdeDefaults defaults, StoreContext context) {
        return of(store, defaults.changelogTopic().apply(store.name()), defaults, context);
    }

    /** With another topic for the serdes than the changelog. */
    @SuppressWarnings("unchecked") // a store's serdes and its users' types meet only at run time, as in Kafka Streams
    public static <K, V> StoreSerdes<K, V> of(
            StoreDescription store, String topic, SerdeDefaults defaults, StoreContext context) {
        Serde<?> key = store.keySerde() != null ? store.keySerde() : defaults.key();
        Serde<?> value = store.valueSerde() != null ? store.valueSerde() : defaults.value();
        if (key == null || value == null) {
            String side = key == null ? "key" : "value";
            throw new StreamsException("Store " + store.name() + " has no " + side
                    + " serde: declare it with one, or set default." + side + ".serde");
        }
        return new StoreSerdes<>(store.name(), topic, context, (Serde<K>) key, (Serde<V>) value);
    }

    public byte[] keyBytes(K key) {
        if (!keys.isCanonical(key)) {
            return serializeKey(key);
        }
        byte[] known = context.memo(key);
        if (known != null) {
            context.onKey(store, key, known);
            return known;
        }
        byte[] bytes = serializeKey(key);
        context.memo(key, bytes);
        return bytes;
    }

    /** The key, serialized with the headers of another record than that in process, which may be written. */
    public byte[] keyBytes(K key, Headers headers) {
        return keys.isCanonical(key) ? keyBytes(key) : serializeKey(key, headers);
    }

    private byte[] serializeKey(K key) {
        return serializeKey(key, null);
    }

    private byte[] serializeKey(K key, @Nullable Headers headers) {
        byte[] bytes;
        try {
            bytes = headers == null ? keys.write(key, context) : keys.write(key, headers);
        } catch (ClassCastException failure) {
            throw doesNotFit("key", key, keys.serializer(), failure);
        }
        if (bytes == null) {
            throw new StreamsException("Store " + store + ": serializer "
                    + keys.serializer().getClass().getName() + " gave null for a key of class "
                    + key.getClass().getName() + ", and a row needs a key");
        }
        context.onKey(store, key, bytes);
        return bytes;
    }

    public byte @Nullable [] valueBytes(V value) {
        try {
            byte[] bytes = values.write(value, context);
            if (bytes != null && values.isCanonical(value)) {
                context.valueMemo(value, bytes, values.serializer().getClass());
            }
            return bytes;
        } catch (ClassCastException failure) {
            throw doesNotFit("value", value, values.serializer(), failure);
        }
    }

    /** The value, serialized with the headers of another record than that in process, which may be written. */
    public byte @Nullable [] valueBytes(V value, Headers headers) {
        try {
            return values.write(value, headers);
        } catch (ClassCastException failure) {
            throw doesNotFit("value", value, values.serializer(), failure);
        }
    }

    private StreamsException doesNotFit(String side, Object data, Serializer<?> serializer, ClassCastException cause) {
        return new StreamsException(
                "Store " + store + ": a serializer (" + serializer.getClass().getName()
                        + ") is not compatible to the actual " + side + " type (" + side + " type: "
                        + data.getClass().getName() + "). Declare the store with the serde of its " + side
                        + "s (Materialized, or the store builder), or change default." + side + ".serde",
                cause);
    }

    public K key(byte[] bytes) {
        return keys.read(bytes, context);
    }

    /** The key, deserialized with the headers of another record than that in process. */
    public K key(byte[] bytes, Headers headers) {
        return keys.read(bytes, headers);
    }

    public V value(byte[] bytes) {
        return values.read(bytes, context);
    }

    /** The value, deserialized with the headers of another record than that in process. */
    public V value(byte[] bytes, Headers headers) {
        return values.read(bytes, headers);
    }
}
