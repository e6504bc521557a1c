package org.stoatflow.spi;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.query.PositionBound;
import org.stoatflow.streams.query.Query;
import org.stoatflow.streams.query.QueryConfig;
import org.stoatflow.streams.query.QueryResult;

/**
 * The stores of an application that has its state open, as they are committed. Any thread; it is asked for anew for
 * each query, since the state is closed and opened again.
 */
public interface StoreViews {
    /**
     * Whether records are being processed, so that the stores follow their input.
     *
     * @return false before the run, as while the state is being restored
     */
    boolean isRunning();

    /**
     * The partitions of a store that are here.
     *
     * @param store the store's name
     * @return ascending; none for a store that is not known
     */
    List<Integer> partitions(String store);

    /**
     * How far the partitions of the stores that have changelogs have come.
     *
     * @return one for each partition that is here
     * @throws org.stoatflow.streams.errors.InvalidStateStoreException if the state is closed
     */
    List<LoggedPartition> logged();

    /**
     * How far a partition of a store has come.
     *
     * @param store the store's name
     * @param changelog the partition of the topic that it is restored from
     * @param position the offset up to which it holds the changelog; empty where it is at the end, since its own
     *     records are what is written there
     */
    record LoggedPartition(String store, TopicPartition changelog, OptionalLong position) {}

    /**
     * A partition of a store, read only.
     *
     * @param store the store's name
     * @param partition one of {@link #partitions}
     * @return of the type that its processors have; for one thread, and as long as the state is open
     * @throws org.stoatflow.streams.errors.InvalidStateStoreException if the state is closed
     */
    StateStore view(String store, int partition);

    /**
     * A global store, read only, once it is loaded.
     *
     * @param store the store's name
     * @return of the type that its processor has; for one thread, and as long as the state is open. Empty if no global
     *     store has the name, or it is being loaded
     */
    Optional<StateStore> global(String store);

    /**
     * Asks a partition of a store.
     *
     * @param store the store's name
     * @param partition one of {@link #partitions}
     * @param query the question
     * @param bound how far the partition must have come
     * @param config how to answer
     * @param <R> the type of answers
     * @return the answer, or why there is none
     */
    <R> QueryResult<R> query(String store, int partition, Query<R> query, PositionBound bound, QueryConfig config);
}
