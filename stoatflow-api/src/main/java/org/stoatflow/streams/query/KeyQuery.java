package org.stoatflow.streams.query;

import java.util.Objects;

/**
 * Asks a key-value store for the value of one key. Immutable.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class KeyQuery<K, V> implements Query<V> {
    private final K key;
    private final boolean skipCache;

    private KeyQuery(K key, boolean skipCache) {
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
    public static <K, V> KeyQuery<K, V> withKey(K key) {
        return new KeyQuery<>(Objects.requireNonNull(key, "the key cannot be null"), false);
    }

    /**
     * Asks for what is below the cache.
     *
     * @return another query
     */
    public KeyQuery<K, V> skipCache() {
        return new KeyQuery<>(key, true);
    }

    /**
     * The key.
     *
     * @return the key
     */
    public K getKey() {
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
