package org.stoatflow.streams.processor.api;

import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.streams.errors.StreamsException;

/**
 * A record whose key cannot be changed; it reaches {@link FixedKeyProcessor}s. Immutable but for its headers, for which
 * the rules of {@link Record} hold.
 *
 * @param <K> the type of the key
 * @param <V> the type of the value
 */
public final class FixedKeyRecord<K, V> {
    private final K key;
    private final V value;
    private final long timestamp;
    private CopyOnWriteHeaders headers; // shared until somebody asks for them

    FixedKeyRecord(CopyOnWriteHeaders shared, K key, V value, long timestamp) {
        if (timestamp < 0) {
            throw new StreamsException(
                    "Malformed Record",
                    new IllegalArgumentException("A record's timestamp cannot be negative, but is " + timestamp));
        }
        this.key = key;
        this.value = value;
        this.timestamp = timestamp;
        headers = shared;
    }

    /**
     * The key.
     *
     * @return the key; may be null
     */
    public K key() {
        return key;
    }

    /**
     * The value.
     *
     * @return the value; may be null
     */
    public V value() {
        return value;
    }

    /**
     * The event time.
     *
     * @return milliseconds since the epoch
     */
    public long timestamp() {
        return timestamp;
    }

    /**
     * The headers. They may be changed, which changes this record's headers, and no other record's.
     *
     * @return the headers, never null
     */
    public Headers headers() {
        headers = headers.own();
        return headers;
    }

    /**
     * Derives a record with another value.
     *
     * @param value the new value; may be null
     * @param <NewV> the type of the new value
     * @return a new record, else equal
     */
    public <NewV> FixedKeyRecord<K, NewV> withValue(NewV value) {
        return new FixedKeyRecord<>(headersToShare(), key, value, timestamp);
    }

    /**
     * Derives a record with another timestamp.
     *
     * @param timestamp the new event time
     * @return a new record, else equal
     * @throws StreamsException if the timestamp is negative
     */
    public FixedKeyRecord<K, V> withTimestamp(long timestamp) {
        return new FixedKeyRecord<>(headersToShare(), key, value, timestamp);
    }

    /**
     * Derives a record with other headers.
     *
     * @param headers copied; null for none
     * @return a new record, else equal
     */
    public FixedKeyRecord<K, V> withHeaders(Headers headers) {
        return new FixedKeyRecord<>(CopyOnWriteHeaders.of(headers), key, value, timestamp);
    }

    @Override
    public String toString() {
        return "FixedKeyRecord{key=" + key + ", value=" + value + ", timestamp=" + timestamp + ", headers=" + headers
                + "}";
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof FixedKeyRecord<?, ?> other
                && timestamp == other.timestamp
                && Objects.equals(key, other.key)
                && Objects.equals(value, other.value)
                && headers.equals(other.headers);
    }

    @Override
    public int hashCode() {
        return Objects.hash(key, value, timestamp, headers);
    }

    CopyOnWriteHeaders headersToShare() {
        return headers.share();
    }
}
