package org.stoatflow.streams.kstream;

import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.state.SessionStore;

/**
 * Several streams that are grouped by key and session, to be aggregated into one table. Results are forwarded on each
 * update. Each stream has a time of its own: its late records are those that come after later ones of the same stream.
 *
 * @param <K> the type of keys
 * @param <V> the type of aggregates
 */
public interface SessionWindowedCogroupedKStream<K, V> {
    /**
     * Aggregates the records of each session.
     *
     * @param initializer makes the first aggregate of a session
     * @param sessionMerger joins the aggregates of two sessions that become one
     * @return a new table
     */
    KTable<Windowed<K>, V> aggregate(Initializer<V> initializer, Merger<? super K, V> sessionMerger);

    /**
     * Aggregates the records of each session.
     *
     * @param initializer makes the first aggregate of a session
     * @param sessionMerger joins the aggregates of two sessions that become one
     * @param named what the names of the nodes begin with
     * @return a new table
     */
    KTable<Windowed<K>, V> aggregate(Initializer<V> initializer, Merger<? super K, V> sessionMerger, Named named);

    /**
     * Aggregates the records of each session.
     *
     * @param initializer makes the first aggregate of a session
     * @param sessionMerger joins the aggregates of two sessions that become one
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<Windowed<K>, V> aggregate(
            Initializer<V> initializer,
            Merger<? super K, V> sessionMerger,
            Materialized<K, V, SessionStore<Bytes, byte[]>> materialized);

    /**
     * Aggregates the records of each session.
     *
     * @param initializer makes the first aggregate of a session
     * @param sessionMerger joins the aggregates of two sessions that become one
     * @param named what the names of the nodes begin with
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<Windowed<K>, V> aggregate(
            Initializer<V> initializer,
            Merger<? super K, V> sessionMerger,
            Named named,
            Materialized<K, V, SessionStore<Bytes, byte[]>> materialized);
}
