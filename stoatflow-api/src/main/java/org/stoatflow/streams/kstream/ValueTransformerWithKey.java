package org.stoatflow.streams.kstream;

import org.stoatflow.streams.processor.ProcessorContext;

/**
 * Makes a value of the key and the value of each row of a table, with stores and punctuators. It belongs to one lane:
 * first {@link #init}, then {@link #transform} for each update, last {@link #close}.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 * @param <VR> the type of the values that are made
 */
public interface ValueTransformerWithKey<K, V, VR> {
    /**
     * Prepares for records.
     *
     * @param context where it runs; forwarding is refused, since the key must stay
     */
    void init(ProcessorContext context);

    /**
     * Makes a value of a row.
     *
     * @param readOnlyKey the key, which must not be changed
     * @param value the value; null where the row was deleted
     * @return the new value; null for no row
     */
    VR transform(K readOnlyKey, V value);

    /** Frees what it holds. */
    void close();
}
