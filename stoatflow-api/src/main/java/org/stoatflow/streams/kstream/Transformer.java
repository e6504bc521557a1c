package org.stoatflow.streams.kstream;

import org.stoatflow.streams.processor.ProcessorContext;

/**
 * Makes something of each record, with stores and punctuators. Streams do not take it any more: it is here so that code
 * that has one compiles.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 * @param <R> the type of what is made
 * @deprecated write a {@link org.stoatflow.streams.processor.api.Processor}
 */
@Deprecated
public interface Transformer<K, V, R> {
    /**
     * Prepares for records.
     *
     * @param context where it runs
     */
    void init(ProcessorContext context);

    /**
     * Makes something of a record.
     *
     * @param key the record's key
     * @param value the record's value
     * @return what was made of it; null for nothing
     */
    R transform(K key, V value);

    /** Frees what it holds. */
    void close();
}
