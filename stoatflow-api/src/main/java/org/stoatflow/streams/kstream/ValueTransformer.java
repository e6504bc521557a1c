package org.stoatflow.streams.kstream;

import org.stoatflow.streams.processor.ProcessorContext;

/**
 * Makes a value of each value, with stores and punctuators. Streams do not take it any more: it is here so that code
 * that has one compiles.
 *
 * @param <V> the type of values
 * @param <VR> the type of the values that are made
 * @deprecated write a {@link org.stoatflow.streams.processor.api.FixedKeyProcessor}
 */
@Deprecated
public interface ValueTransformer<V, VR> {
    /**
     * Prepares for records.
     *
     * @param context where it runs
     */
    void init(ProcessorContext context);

    /**
     * Makes a value of a value.
     *
     * @param value the record's value
     * @return the new value
     */
    VR transform(V value);

    /** Frees what it holds. */
    void close();
}
