package org.stoatflow.streams.test;

import java.time.Instant;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * A record of a test: what a test topic takes, and what it gives. Where it was not given a time, an input topic gives
 * it one. The key, the value and the time do not change; the headers are the record's own and may be written.
 *
 * @param <K> type of the key
 * @param <V> type of the value
 */
public class TestRecord<K, V> {
    private final Headers headers;
    private final K key;
    private final V value;
    private final Instant recordTime;

    /**
     * Makes a record.
     *
     * @param key the key, or null
     * @param value the value, or null
     * @param headers copied; null for none
     * @param recordTime when it happened, to the millisecond; null where the input topic decides
     */
    public TestRecord(K key, V value, Headers headers, Instant recordTime) {
        this.key = key;
        this.value = value;
        this.recordTime = recordTime;
        this.headers = new RecordHeaders((Iterable<Header>) headers);
    }

    /**
     * Makes a record.
     *
     * @param key the key, or null
     * @param value the value, or null
     * @param headers copied; null for none
     * @param timestampMs milliseconds since 1970; null where the input topic decides
     * @throws IllegalArgumentException if the timestamp is negative
     */
    public TestRecord(K key, V value, Headers headers, Long timestampMs) {
        if (timestampMs != null && timestampMs < 0) {
            throw new IllegalArgumentException(
                    "Invalid timestamp: " + timestampMs + ". A record's timestamp is null, or not negative.");
        }
        this.key = key;
        this.value = value;
        this.recordTime = timestampMs == null ? null : Instant.ofEpochMilli(timestampMs);
        this.headers = new RecordHeaders((Iterable<Header>) headers);
    }

    /**
     * Makes a record without headers.
     *
     * @param key the key, or null
     * @param value the value, or null
     * @param recordTime when it happened; null where the input topic decides
     */
    public TestRecord(K key, V value, Instant recordTime) {
        this(key, value, null, recordTime);
    }

    /**
     * Makes a record without a time.
     *
     * @param key the key, or null
     * @param value the value, or null
     * @param headers copied; null for none
     */
    public TestRecord(K key, V value, Headers headers) {
        this(key, value, headers, (Instant) null);
    }

    /**
     * Makes a record without headers and time.
     *
     * @param key the key, or null
     * @param value the value, or null
     */
    public TestRecord(K key, V value) {
        this(key, value, null, (Instant) null);
    }

    /**
     * Makes a record of a value alone.
     *
     * @param value the value, or null
     */
    public TestRecord(V value) {
        this(null, value);
    }

    /**
     * Makes a record of one that a consumer was given.
     *
     * @param record the record; its headers are copied
     */
    public TestRecord(ConsumerRecord<K, V> record) {
        this(
                Objects.requireNonNull(record).key(),
                record.value(),
                record.headers(),
                Instant.ofEpochMilli(record.timestamp()));
    }

    /**
     * Makes a record of one that a producer is given.
     *
     * @param record the record; its headers are copied
     * @throws NullPointerException if it has no timestamp
     */
    public TestRecord(ProducerRecord<K, V> record) {
        this(
                Objects.requireNonNull(record).key(),
                record.value(),
                record.headers(),
                Instant.ofEpochMilli(record.timestamp()));
    }

    /**
     * The headers.
     *
     * @return the record's own
     */
    public Headers headers() {
        return headers;
    }

    /**
     * The key.
     *
     * @return the key, or null
     */
    public K key() {
        return key;
    }

    /**
     * The value.
     *
     * @return the value, or null
     */
    public V value() {
        return value;
    }

    /**
     * When it happened.
     *
     * @return milliseconds since 1970, or null where the record has no time
     */
    public Long timestamp() {
        return recordTime == null ? null : recordTime.toEpochMilli();
    }

    /**
     * The headers; the same as {@link #headers()}.
     *
     * @return the record's own
     */
    public Headers getHeaders() {
        return headers;
    }

    /**
     * The key; the same as {@link #key()}.
     *
     * @return the key, or null
     */
    public K getKey() {
        return key;
    }

    /**
     * The value; the same as {@link #value()}.
     *
     * @return the value, or null
     */
    public V getValue() {
        return value;
    }

    /**
     * When it happened.
     *
     * @return the time, or null where the record has none
     */
    public Instant getRecordTime() {
        return recordTime;
    }

    /**
     * Whether another record is the same but for its partition, of which this record knows nothing.
     *
     * @param other the other record, or null
     * @return true if key, value, headers and time are equal
     */
    public boolean equalsIgnorePartition(TestRecord<? extends K, ? super V> other) {
        return other != null
                && Objects.equals(headers, other.headers())
                && Objects.equals(key, other.key())
                && Objects.equals(value, other.value())
                && Objects.equals(recordTime, other.getRecordTime());
    }

    @Override
    public String toString() {
        return "TestRecord[key=" + key + ", value=" + value + ", headers=" + headers + ", recordTime=" + recordTime
                + "]";
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        if (other == null || getClass() != other.getClass()) {
            return false;
        }
        TestRecord<?, ?> that = (TestRecord<?, ?>) other;
        return Objects.equals(headers, that.headers)
                && Objects.equals(key, that.key)
                && Objects.equals(value, that.value)
                && Objects.equals(recordTime, that.recordTime);
    }

    @Override
    public int hashCode() {
        return Objects.hash(headers, key, value, recordTime);
    }
}
