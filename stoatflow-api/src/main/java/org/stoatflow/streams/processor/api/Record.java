package org.stoatflow.streams.processor.api;

import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.record.RecordAccess;
import org.stoatflow.streams.errors.StreamsException;

/**
 * A record inside a topology. Immutable but for its headers: what {@link #headers()} returns may be changed, and
 * belongs to this record alone; a record that is derived from it gets a copy.
 *
 * <p>Headers are copied when somebody first writes them, so deriving a record from one whose headers nobody has looked
 * at allocates the record only.
 *
 * @param <K> the type of the key
 * @param <V> the type of the value
 */
public class Record<K, V> implements ReadOnlyRecord<K, V> {
    static {
        RecordAccess.install(new RecordAccess.Internals() {
            @Override
            public <K, V> Record<K, V> sharing(K key, V value, long timestamp, CopyOnWriteHeaders headers) {
                return new Record<>(headers, key, value, timestamp);
            }

            @Override
            public CopyOnWriteHeaders headersToShare(Record<?, ?> record) {
                return record.headersToShare();
            }

            @Override
            public <K, V> void refill(Record<K, V> record, K key, V value, long timestamp, CopyOnWriteHeaders headers) {
                record.fill(key, value, timestamp, headers);
            }

            @Override
            public <K, V> Record<K, V> twin(Record<K, V> record) {
                CopyOnWriteHeaders own = record.ownHeaders();
                return new Record<>(own, record.key, record.value, record.timestamp);
            }

            @Override
            public <K, V> Record<K, V> free(FixedKeyRecord<K, V> record) {
                return new Record<>(record.headersToShare(), record.key(), record.value(), record.timestamp());
            }
        });
    }

    // Not final: the engine fills a record anew that no user's code can have seen (RecordAccess.refill).
    private K key;
    private V value;
    private long timestamp;

    /** Shared until somebody asks for them, then this record's own. One field, since a record is made for each call. */
    private CopyOnWriteHeaders headers;

    /**
     * Creates a record.
     *
     * @param key the key; may be null
     * @param value the value; may be null
     * @param timestamp the event time in milliseconds since the epoch
     * @param headers copied; null for none
     * @throws StreamsException if the timestamp is negative
     */
    public Record(K key, V value, long timestamp, Headers headers) {
        this(CopyOnWriteHeaders.of(headers), key, value, timestamp);
    }

    /**
     * Creates a record without headers.
     *
     * @param key the key; may be null
     * @param value the value; may be null
     * @param timestamp the event time in milliseconds since the epoch
     * @throws StreamsException if the timestamp is negative
     */
    public Record(K key, V value, long timestamp) {
        this(CopyOnWriteHeaders.NONE, key, value, timestamp);
    }

    Record(CopyOnWriteHeaders shared, K key, V value, long timestamp) {
        fill(key, value, timestamp, shared);
    }

    private void fill(K newKey, V newValue, long newTimestamp, CopyOnWriteHeaders shared) {
        if (newTimestamp < 0) {
            throw new StreamsException(
                    "Malformed Record",
                    new IllegalArgumentException("A record's timestamp cannot be negative, but is " + newTimestamp));
        }
        key = newKey;
        value = newValue;
        timestamp = newTimestamp;
        headers = shared;
    }

    /**
     * The key.
     *
     * @return the key; may be null
     */
    @Override
    public K key() {
        return key;
    }

    /**
     * The value.
     *
     * @return the value; may be null
     */
    @Override
    public V value() {
        return value;
    }

    /**
     * The event time.
     *
     * @return milliseconds since the epoch
     */
    @Override
    public long timestamp() {
        return timestamp;
    }

    /**
     * The headers. They may be changed, which changes this record's headers, and no other record's.
     *
     * @return the headers, never null
     */
    @Override
    public Headers headers() {
        return ownHeaders();
    }

    private CopyOnWriteHeaders ownHeaders() {
        headers = headers.own();
        return headers;
    }

    /**
     * Derives a record with another key.
     *
     * @param key the new key; may be null
     * @param <NewK> the type of the new key
     * @return a new record, else equal
     */
    public <NewK> Record<NewK, V> withKey(NewK key) {
        return new Record<>(headersToShare(), key, value, timestamp);
    }

    /**
     * Derives a record with another value.
     *
     * @param value the new value; may be null
     * @param <NewV> the type of the new value
     * @return a new record, else equal
     */
    public <NewV> Record<K, NewV> withValue(NewV value) {
        return new Record<>(headersToShare(), key, value, timestamp);
    }

    /**
     * Derives a record with another timestamp.
     *
     * @param timestamp the new event time
     * @return a new record, else equal
     * @throws StreamsException if the timestamp is negative
     */
    public Record<K, V> withTimestamp(long timestamp) {
        return new Record<>(headersToShare(), key, value, timestamp);
    }

    /**
     * Derives a record with other headers.
     *
     * @param headers copied; null for none
     * @return a new record, else equal
     */
    public Record<K, V> withHeaders(Headers headers) {
        return new Record<>(CopyOnWriteHeaders.of(headers), key, value, timestamp);
    }

    @Override
    public String toString() {
        return "Record{key=" + key + ", value=" + value + ", timestamp=" + timestamp + ", headers=" + headers + "}";
    }

    @Override
    public boolean equals(Object o) {
        if (this == o) {
            return true;
        }
        if (o == null || getClass() != o.getClass()) {
            return false;
        }
        Record<?, ?> other = (Record<?, ?>) o;
        return timestamp == other.timestamp
                && Objects.equals(key, other.key)
                && Objects.equals(value, other.value)
                && headers.equals(other.headers);
    }

    @Override
    public int hashCode() {
        return Objects.hash(key, value, timestamp, headers);
    }

    /** What a derived record may hold without seeing later changes to this one's headers. */
    final CopyOnWriteHeaders headersToShare() {
        return headers.share();
    }
}
