package org.stoatflow.streams.state;

/**
 * A key-value store that keeps a timestamp with each value.
 *
 * @param <K> the type of keys
 * @param <V> the type of the plain values
 */
public interface TimestampedKeyValueStore<K, V> extends KeyValueStore<K, ValueAndTimestamp<V>> {}
