package org.stoatflow.streams.query;

import java.util.Objects;
import org.stoatflow.streams.processor.api.ReadOnlyRecord;

/**
 * Asks a key-value store that keeps headers for value, timestamp and headers of one key. Immutable.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class TimestampedKeyWithHeadersQuery<K, V> implements Query<ReadOnlyRecord<K, V>> {
    private final K key;
    private final boolean skipCache;

    private TimestampedKeyWithHeadersQuery(K key, boolean skipCache) {
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
    public static <K, V> TimestampedKeyWithHeadersQuery<K, V> withKey(K key) {
        return new TimestampedKeyWithHeadersQuery<>(Objects.requireNonNull(key, "the key cannot be null"), false);
    }

    /**
     * Asks for what is below the cache.
     *
     * @return another query
     */
    public TimestampedKeyWithHeadersQuery<K, V> skipCache() {
        return new TimestampedKeyWithHeadersQuery<>(key, true);
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
