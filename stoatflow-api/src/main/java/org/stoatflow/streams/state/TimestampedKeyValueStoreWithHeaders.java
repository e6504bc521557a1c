package org.stoatflow.streams.state;

/**
 * A key-value store whose values have timestamps and headers. Used by one thread at a time.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface TimestampedKeyValueStoreWithHeaders<K, V> extends KeyValueStore<K, ValueTimestampHeaders<V>> {}
