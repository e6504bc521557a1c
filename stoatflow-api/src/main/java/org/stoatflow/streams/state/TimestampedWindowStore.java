package org.stoatflow.streams.state;

/**
 * A window store that keeps a timestamp with each value.
 *
 * @param <K> the type of keys
 * @param <V> the type of the plain values
 */
public interface TimestampedWindowStore<K, V> extends WindowStore<K, ValueAndTimestamp<V>> {}
