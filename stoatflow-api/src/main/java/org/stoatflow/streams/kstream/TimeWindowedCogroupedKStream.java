package org.stoatflow.streams.kstream;

import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.state.WindowStore;

/**
 * Several streams that are grouped by key and by windows of a fixed length, to be aggregated into one table. Results
 * are forwarded on each update. Each stream has a time of its own: its late records are those that come after later
 * ones of the same stream.
 *
 * @param <K> the type of keys
 * @param <V> the type of aggregates
 */
public interface TimeWindowedCogroupedKStream<K, V> {
    /**
     * Aggregates the records of each key and window.
     *
     * @param initializer makes the first aggregate of a window
     * @return a new table
     */
    KTable<Windowed<K>, V> aggregate(Initializer<V> initializer);

    /**
     * Aggregates the records of each key and window.
     *
     * @param initializer makes the first aggregate of a window
     * @param named what the names of the nodes begin with
     * @return a new table
     */
    KTable<Windowed<K>, V> aggregate(Initializer<V> initializer, Named named);

    /**
     * Aggregates the records of each key and window.
     *
     * @param initializer makes the first aggregate of a window
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<Windowed<K>, V> aggregate(
            Initializer<V> initializer, Materialized<K, V, WindowStore<Bytes, byte[]>> materialized);

    /**
     * Aggregates the records of each key and window.
     *
     * @param initializer makes the first aggregate of a window
     * @param named what the names of the nodes begin with
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<Windowed<K>, V> aggregate(
            Initializer<V> initializer, Named named, Materialized<K, V, WindowStore<Bytes, byte[]>> materialized);
}
