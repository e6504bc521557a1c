package org.stoatflow.streams.state;

import java.util.Objects;
import java.util.Optional;

/**
 * One version of a key in a versioned store: a value, and from when until when it was valid. Immutable.
 *
 * @param <V> the type of the value
 */
public final class VersionedRecord<V> {
    private final V value;
    private final long timestamp;
    private final Optional<Long> validTo;

    /**
     * Creates a version that is valid still.
     *
     * @param value the value, not null
     * @param timestamp from when on, in milliseconds since the epoch
     */
    public VersionedRecord(V value, long timestamp) {
        this(value, timestamp, Optional.empty());
    }

    /**
     * Creates a version that a later one follows.
     *
     * @param value the value, not null
     * @param timestamp from when on, in milliseconds since the epoch
     * @param validTo when the later one begins, in milliseconds since the epoch
     */
    public VersionedRecord(V value, long timestamp, long validTo) {
        this(value, timestamp, Optional.of(validTo));
    }

    private VersionedRecord(V value, long timestamp, Optional<Long> validTo) {
        this.value = Objects.requireNonNull(value, "value cannot be null.");
        this.timestamp = timestamp;
        this.validTo = validTo;
    }

    /**
     * The value.
     *
     * @return the value, not null
     */
    public V value() {
        return value;
    }

    /**
     * From when on it was valid.
     *
     * @return milliseconds since the epoch
     */
    public long timestamp() {
        return timestamp;
    }

    /**
     * Until when it was valid.
     *
     * @return milliseconds since the epoch, not itself in the range; empty if it is valid still
     */
    public Optional<Long> validTo() {
        return validTo;
    }

    @Override
    public String toString() {
        return "<" + value + "," + timestamp + "," + validTo + ">";
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof VersionedRecord<?> other
                && timestamp == other.timestamp
                && validTo.equals(other.validTo)
                && value.equals(other.value);
    }

    @Override
    public int hashCode() {
        return Objects.hash(value, timestamp, validTo);
    }
}
