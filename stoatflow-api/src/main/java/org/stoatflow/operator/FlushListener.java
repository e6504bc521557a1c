package org.stoatflow.operator;

import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.ValueAndTimestamp;

/**
 * Hears of the changes that leave a store's cache. Called in the lane that owns the store, with the context of the
 * operator that registered it: forwarding goes to that operator's children.
 *
 * @param <K> the type of keys
 * @param <V> the type of the store's plain values
 */
@FunctionalInterface
public interface FlushListener<K, V> {
    /**
     * Called for each changed key, in the order of last writes: a key that is written again moves to the end, as in
     * Kafka Streams' cache, which takes a dirty key out and adds it anew.
     *
     * @param record the key; new and old value, the old one null unless it was asked for; timestamp and headers of the
     *     last record that changed the key
     */
    void onFlush(Record<K, Change<ValueAndTimestamp<V>>> record);
}
