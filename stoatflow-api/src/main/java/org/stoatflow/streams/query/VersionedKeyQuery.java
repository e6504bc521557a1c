package org.stoatflow.streams.query;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.stoatflow.streams.state.VersionedRecord;

/**
 * Asks a versioned store for one version of a key: the latest, or that of a time. Immutable.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class VersionedKeyQuery<K, V> implements Query<VersionedRecord<V>> {
    private final K key;
    private final Optional<Instant> asOfTimestamp;

    private VersionedKeyQuery(K key, Optional<Instant> asOfTimestamp) {
        this.key = key;
        this.asOfTimestamp = asOfTimestamp;
    }

    /**
     * A query for the latest version of a key.
     *
     * @param key the key
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return a new query
     */
    public static <K, V> VersionedKeyQuery<K, V> withKey(K key) {
        return new VersionedKeyQuery<>(Objects.requireNonNull(key, "key cannot be null."), Optional.empty());
    }

    /**
     * Asks for the version of a time.
     *
     * @param asOfTimestamp the time
     * @return another query
     */
    public VersionedKeyQuery<K, V> asOf(Instant asOfTimestamp) {
        Objects.requireNonNull(asOfTimestamp, "asOf timestamp cannot be null.");
        return new VersionedKeyQuery<>(key, Optional.of(asOfTimestamp));
    }

    /**
     * The key.
     *
     * @return the key
     */
    public K key() {
        return key;
    }

    /**
     * The time whose version is asked for.
     *
     * @return the time; empty for the latest version
     */
    public Optional<Instant> asOfTimestamp() {
        return asOfTimestamp;
    }
}
