package org.stoatflow.streams.kstream.internals;

import org.apache.kafka.common.serialization.Serde;
import org.stoatflow.streams.kstream.KTable;

/**
 * A table as builders make it. Kept under this name because Kafka's Scala API casts a count to it, to ask for the serde
 * of its keys.
 *
 * @param <K> the type of keys
 * @param <S> not used
 * @param <V> the type of values
 */
public abstract class KTableImpl<K, S, V> implements KTable<K, V> {
    /** For builders only. */
    protected KTableImpl() {}

    /**
     * The serde that is known to fit the keys.
     *
     * @return the serde; null for that of the configuration
     */
    public abstract Serde<K> keySerde();

    /**
     * The serde that is known to fit the values.
     *
     * @return the serde; null for that of the configuration
     */
    public abstract Serde<V> valueSerde();
}
