package org.stoatflow.streams.state;

/**
 * A window store whose values have timestamps and headers. Used by one thread at a time.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface TimestampedWindowStoreWithHeaders<K, V> extends WindowStore<K, ValueTimestampHeaders<V>> {}
