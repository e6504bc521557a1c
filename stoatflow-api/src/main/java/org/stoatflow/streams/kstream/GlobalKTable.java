package org.stoatflow.streams.kstream;

import org.stoatflow.streams.state.StoreBuilder;

/**
 * A table of all partitions of a topic, made by {@link org.stoatflow.streams.StreamsBuilder#globalTable(String)}. A
 * record of the topic sets the value of its key, one without a value removes it, and one without a key is dropped.
 *
 * <p>An application begins to process once it has read the topic to the end that it has then; afterwards, a thread of
 * its own follows the topic. So streams are joined with what the table holds at that moment, whatever the time of a
 * record is. Streams and table need not have the same partitions, and a join may look up any key.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 * @see KStream#join(GlobalKTable, KeyValueMapper, ValueJoiner)
 * @see org.stoatflow.streams.StreamsBuilder#addGlobalStore(StoreBuilder, String, Consumed,
 *     org.stoatflow.streams.processor.api.ProcessorSupplier)
 */
public interface GlobalKTable<K, V> {
    /**
     * The name by which queries find the table's store.
     *
     * @return the name, or null if the table cannot be queried
     */
    String queryableStoreName();
}
