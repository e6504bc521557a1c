package org.stoatflow.streams.state;

import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.Serializer;
import org.stoatflow.streams.errors.InvalidStateStoreException;

/**
 * The reading side of a key-value store. Order is that of the serialized keys.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface ReadOnlyKeyValueStore<K, V> {
    /**
     * Returns a value.
     *
     * @param key the key
     * @return the value, or null if there is none
     * @throws NullPointerException if the key is null
     * @throws InvalidStateStoreException if the store is not open
     */
    V get(K key);

    /**
     * Reads a range of keys, in order.
     *
     * @param from the first key; null for the start of the store
     * @param to the last key; null for the end of the store
     * @return the entries; must be closed
     * @throws InvalidStateStoreException if the store is not open
     */
    KeyValueIterator<K, V> range(K from, K to);

    /**
     * Reads a range of keys, in reverse order.
     *
     * @param from the least key; null for the start of the store
     * @param to the greatest key; null for the end of the store
     * @return the entries; must be closed
     * @throws InvalidStateStoreException if the store is not open
     * @throws UnsupportedOperationException by default
     */
    default KeyValueIterator<K, V> reverseRange(K from, K to) {
        throw new UnsupportedOperationException(getClass().getName() + " cannot be read in reverse order");
    }

    /**
     * Reads all entries, in order.
     *
     * @return the entries; must be closed
     * @throws InvalidStateStoreException if the store is not open
     */
    KeyValueIterator<K, V> all();

    /**
     * Reads all entries, in reverse order.
     *
     * @return the entries; must be closed
     * @throws InvalidStateStoreException if the store is not open
     * @throws UnsupportedOperationException by default
     */
    default KeyValueIterator<K, V> reverseAll() {
        throw new UnsupportedOperationException(getClass().getName() + " cannot be read in reverse order");
    }

    /**
     * Reads the entries whose serialized key starts with the serialized prefix, in order.
     *
     * @param prefix the prefix
     * @param prefixKeySerializer serializes the prefix
     * @param <PS> the type of the serializer
     * @param <P> the type of the prefix
     * @return the entries; must be closed
     * @throws UnsupportedOperationException by default
     */
    default <PS extends Serializer<P>, P> KeyValueIterator<K, V> prefixScan(P prefix, PS prefixKeySerializer) {
        throw new UnsupportedOperationException(getClass().getName() + " cannot be read by prefix");
    }

    /**
     * About how many entries there are.
     *
     * @return the estimate
     * @throws InvalidStateStoreException if the store is not open
     */
    long approximateNumEntries();

    /**
     * The store as it is read at a level of isolation. What {@link org.stoatflow.streams.KafkaStreams#store} gives
     * shows committed rows at either level.
     *
     * @param isolationLevel whether rows that are not committed yet may be shown
     * @return the store to read; this store by default
     */
    default ReadOnlyKeyValueStore<K, V> readOnly(IsolationLevel isolationLevel) {
        return this;
    }
}
