package org.stoatflow.state;

import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.ByteBufferDeserializer;
import org.apache.kafka.common.serialization.ByteBufferSerializer;
import org.apache.kafka.common.serialization.BytesDeserializer;
import org.apache.kafka.common.serialization.BytesSerializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.topology.StoreDescription;

/**
 * Converts a store's keys and values to bytes and back, as Kafka Streams does: serdes are given the changelog topic and
 * the record's headers, and never a null value.
 *
 * <p>Arrays in overlays must not change. Serdes that hand the user's own array through are therefore given copies; any
 * other serde is taken to make a new array each time. Thread: the lane's.
 *
 * @param <K> the type of keys
 * @param <V> the type of plain values
 */
final class StoreSerdes<K, V> {
    private static final Set<Class<?>> HAND_THROUGH = Set.of(
            ByteArraySerializer.class,
            ByteArrayDeserializer.class,
            BytesSerializer.class,
            BytesDeserializer.class,
            ByteBufferSerializer.class,
            ByteBufferDeserializer.class);

    private final String store;
    private final String topic;
    private final LaneContext lane;
    private final Serializer<K> keySerializer;
    private final Deserializer<K> keyDeserializer;
    private final Serializer<V> valueSerializer;
    private final Deserializer<V> valueDeserializer;
    private final boolean copyKeys;
    private final boolean copyValues;
    private final @Nullable Class<?> canonicalKeyClass;
    private final @Nullable Class<?> canonicalValueClass;

    private StoreSerdes(
            final String store, final String topic, final LaneContext lane, final Serde<K> key, final Serde<V> value) {
        this.store = store;
        this.topic = topic;
        this.lane = lane;
        keySerializer = key.serializer();
        keyDeserializer = key.deserializer();
        valueSerializer = value.serializer();
        valueDeserializer = value.deserializer();
        copyKeys = HAND_THROUGH.contains(keySerializer.getClass());
        copyValues = HAND_THROUGH.contains(valueSerializer.getClass());
        canonicalKeyClass = CanonicalBytes.classOf(keySerializer);
        canonicalValueClass = CanonicalBytes.classOf(valueSerializer);
    }

    @SuppressWarnings("unchecked") // a store's serdes and its users' types meet only at run time, as in Kafka Streams
    static <K, V> StoreSerdes<K, V> of(
            final StoreDescription store, final SerdeDefaults defaults, final LaneContext lane) {
        final Serde<?> key = store.keySerde() != null ? store.keySerde() : defaults.key();
        final Serde<?> value = store.valueSerde() != null ? store.valueSerde() : defaults.value();
        if (key == null || value == null) {
            final String side = key == null ? "key" : "value";
            throw new StreamsException("Store " + store.name() + " has no " + side
                    + " serde: declare it with one, or set default." + side + ".serde");
        }
        return new StoreSerdes<>(
                store.name(), defaults.changelogTopic().apply(store.name()), lane, (Serde<K>) key, (Serde<V>) value);
    }

    byte[] keyBytes(final K key) {
        if (canonicalKeyClass != key.getClass()) {
            final byte[] bytes = serializeKey(key);
            return copyKeys ? bytes.clone() : bytes;
        }
        final byte[] known = lane.memo(key);
        if (known != null) {
            lane.onKey(store, key, known);
            return known;
        }
        final byte[] bytes = serializeKey(key);
        lane.memo(key, bytes);
        return bytes;
    }

    private byte[] serializeKey(final K key) {
        final byte[] bytes;
        try {
            bytes = keySerializer.serialize(topic, lane.headers(), key);
        } catch (final ClassCastException e) {
            throw doesNotFit("key", key, keySerializer, e);
        }
        if (bytes == null) {
            throw new StreamsException("Store " + store + ": serializer "
                    + keySerializer.getClass().getName() + " gave null for a key of class "
                    + key.getClass().getName() + ", and a row needs a key");
        }
        lane.onKey(store, key, bytes);
        return bytes;
    }

    byte @Nullable [] valueBytes(final V value) {
        try {
            final byte[] bytes = valueSerializer.serialize(topic, lane.headers(), value);
            if (canonicalValueClass == value.getClass()) {
                lane.valueMemo(value, bytes, valueSerializer.getClass());
            }
            return copyValues && bytes != null ? bytes.clone() : bytes;
        } catch (final ClassCastException e) {
            throw doesNotFit("value", value, valueSerializer, e);
        }
    }

    private StreamsException doesNotFit(
            final String side, final Object data, final Serializer<?> serializer, final ClassCastException cause) {
        return new StreamsException(
                "Store %1$s: a serializer (%2$s) is not compatible to the actual %3$s type (%3$s type: %4$s). Declare the store with the serde of its %3$ss (Materialized, or the store builder), or change default.%3$s.serde"
                        .formatted(
                                store,
                                serializer.getClass().getName(),
                                side,
                                data.getClass().getName()),
                cause);
    }

    K key(final byte[] bytes) {
        return key(bytes, lane.headers());
    }

    /** The key, deserialized with the headers of another record than that in process. */
    K key(final byte[] bytes, final Headers headers) {
        return keyDeserializer.deserialize(topic, headers, copyKeys ? bytes.clone() : bytes);
    }

    V value(final byte[] bytes) {
        return value(bytes, lane.headers());
    }

    /** The value, deserialized with the headers of another record than that in process. */
    V value(final byte[] bytes, final Headers headers) {
        return valueDeserializer.deserialize(topic, headers, copyValues ? bytes.clone() : bytes);
    }
}
