package org.stoatflow.streams.state;

import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.stoatflow.streams.errors.StreamsException;

/**
 * The serdes of a store's keys and values, with the topic that they are given. As safe for use by several threads as
 * the serdes are.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class StateSerdes<K, V> {
    /** The bytes of a timestamp. */
    public static final int TIMESTAMP_SIZE = 8;

    /** The bytes of a truth value. */
    public static final int BOOLEAN_SIZE = 1;

    private final String topic;
    private final Serde<K> keySerde;
    private final Serde<V> valueSerde;

    /**
     * Creates it.
     *
     * @param topic the topic, not null
     * @param keySerde the serde of keys, not null
     * @param valueSerde the serde of values, not null
     */
    public StateSerdes(String topic, Serde<K> keySerde, Serde<V> valueSerde) {
        this.topic = Objects.requireNonNull(topic, "topic cannot be null");
        this.keySerde = Objects.requireNonNull(keySerde, "key serde cannot be null");
        this.valueSerde = Objects.requireNonNull(valueSerde, "value serde cannot be null");
    }

    /**
     * Creates it with serdes of Kafka's own.
     *
     * @param topic the topic, not null
     * @param keyClass the type of keys
     * @param valueClass the type of values
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return new serdes
     * @throws IllegalArgumentException if Kafka has no serde for one of the types
     */
    public static <K, V> StateSerdes<K, V> withBuiltinTypes(String topic, Class<K> keyClass, Class<V> valueClass) {
        return new StateSerdes<>(topic, Serdes.serdeFrom(keyClass), Serdes.serdeFrom(valueClass));
    }

    /**
     * The serde of keys.
     *
     * @return the serde
     */
    public Serde<K> keySerde() {
        return keySerde;
    }

    /**
     * The serde of values.
     *
     * @return the serde
     */
    public Serde<V> valueSerde() {
        return valueSerde;
    }

    /**
     * The deserializer of keys.
     *
     * @return that of the serde
     */
    public Deserializer<K> keyDeserializer() {
        return keySerde.deserializer();
    }

    /**
     * The serializer of keys.
     *
     * @return that of the serde
     */
    public Serializer<K> keySerializer() {
        return keySerde.serializer();
    }

    /**
     * The deserializer of values.
     *
     * @return that of the serde
     */
    public Deserializer<V> valueDeserializer() {
        return valueSerde.deserializer();
    }

    /**
     * The serializer of values.
     *
     * @return that of the serde
     */
    public Serializer<V> valueSerializer() {
        return valueSerde.serializer();
    }

    /**
     * The topic that the serdes are given.
     *
     * @return the topic
     */
    public String topic() {
        return topic;
    }

    /**
     * Deserializes a key without headers.
     *
     * @param rawKey the bytes
     * @return the key
     * @deprecated use {@link #keyFrom(byte[], Headers)}
     */
    @Deprecated
    @SuppressWarnings("InlineMeSuggester")
    public K keyFrom(byte[] rawKey) {
        return keyFrom(rawKey, new RecordHeaders());
    }

    /**
     * Deserializes a key.
     *
     * @param rawKey the bytes
     * @param headers the record's headers
     * @return the key
     */
    public K keyFrom(byte[] rawKey, Headers headers) {
        return keyDeserializer().deserialize(topic, headers, rawKey);
    }

    /**
     * Deserializes a value without headers.
     *
     * @param rawValue the bytes
     * @return the value
     * @deprecated use {@link #valueFrom(byte[], Headers)}
     */
    @Deprecated
    @SuppressWarnings("InlineMeSuggester")
    public V valueFrom(byte[] rawValue) {
        return valueFrom(rawValue, new RecordHeaders());
    }

    /**
     * Deserializes a value.
     *
     * @param rawValue the bytes
     * @param headers the record's headers
     * @return the value
     */
    public V valueFrom(byte[] rawValue, Headers headers) {
        return valueDeserializer().deserialize(topic, headers, rawValue);
    }

    /**
     * Serializes a key without headers.
     *
     * @param key the key
     * @return the bytes
     * @throws StreamsException if the serializer is for another type
     * @deprecated use {@link #rawKey(Object, Headers)}
     */
    @Deprecated
    @SuppressWarnings("InlineMeSuggester")
    public byte[] rawKey(K key) {
        return rawKey(key, new RecordHeaders());
    }

    /**
     * Serializes a key.
     *
     * @param key the key
     * @param headers the record's headers
     * @return the bytes
     * @throws StreamsException if the serializer is for another type
     */
    public byte[] rawKey(K key, Headers headers) {
        return serialized(keySerializer(), key, headers, "key");
    }

    /**
     * Serializes a value without headers.
     *
     * @param value the value
     * @return the bytes
     * @throws StreamsException if the serializer is for another type
     * @deprecated use {@link #rawValue(Object, Headers)}
     */
    @Deprecated
    @SuppressWarnings("InlineMeSuggester")
    public byte[] rawValue(V value) {
        return rawValue(value, new RecordHeaders());
    }

    /**
     * Serializes a value.
     *
     * @param value the value
     * @param headers the record's headers
     * @return the bytes
     * @throws StreamsException if the serializer is for another type
     */
    public byte[] rawValue(V value, Headers headers) {
        return serialized(valueSerializer(), value, headers, "value");
    }

    private <T> byte[] serialized(Serializer<T> serializer, T what, Headers headers, String role) {
        try {
            return serializer.serialize(topic, headers, what);
        } catch (ClassCastException otherType) {
            String type = what == null
                    ? "unknown because " + role + " is null"
                    : what.getClass().getName();
            throw new StreamsException(
                    "A serializer (" + serializer.getClass().getName() + ") is not compatible to the actual " + role
                            + " type (" + role + " type: " + type + "). Change the default Serdes in StreamConfig or "
                            + "provide correct Serdes via method parameters.",
                    otherType);
        }
    }
}
