package org.stoatflow.streams.query;

import java.util.Objects;
import org.stoatflow.streams.state.ValueAndTimestamp;

/**
 * Asks a key-value store for value and timestamp of one key. Immutable.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class TimestampedKeyQuery<K, V> implements Query<ValueAndTimestamp<V>> {
    private final K key;
    private final boolean skipCache;

    private TimestampedKeyQuery(K key, boolean skipCache) {
        this.key = key;
        this.skipCache = skipCache;
    }

    /**
     * A query for a key.
     *
     * @param key the key
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return a new query, which looks into the cache, too
     */
    public static <K, V> TimestampedKeyQuery<K, V> withKey(K key) {
        return new TimestampedKeyQuery<>(Objects.requireNonNull(key, "the key cannot be null"), false);
    }

    /**
     * Asks for what is below the cache.
     *
     * @return another query
     */
    public TimestampedKeyQuery<K, V> skipCache() {
        return new TimestampedKeyQuery<>(key, true);
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
     * Whether the cache is not looked into.
     *
     * @return true after {@link #skipCache()}
     */
    public boolean isSkipCache() {
        return skipCache;
    }
}
