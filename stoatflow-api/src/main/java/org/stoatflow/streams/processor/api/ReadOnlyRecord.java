package org.stoatflow.streams.processor.api;

import org.apache.kafka.common.header.Headers;

/**
 * A record that is read: what a query of a store with headers answers with.
 *
 * @param <K> the type of the key
 * @param <V> the type of the value
 */
public interface ReadOnlyRecord<K, V> {
    /**
     * The key.
     *
     * @return the key; may be null
     */
    K key();

    /**
     * The value.
     *
     * @return the value; may be null
     */
    V value();

    /**
     * The event time.
     *
     * @return milliseconds since the epoch, never negative
     */
    long timestamp();

    /**
     * The headers. Who has the record from a query cannot change them.
     *
     * @return the headers, never null
     */
    Headers headers();
}
