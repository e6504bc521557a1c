package org.stoatflow.streams.processor;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.query.Position;
import org.stoatflow.streams.query.PositionBound;
import org.stoatflow.streams.query.Query;
import org.stoatflow.streams.query.QueryConfig;
import org.stoatflow.streams.query.QueryResult;

/** State that a processor keeps. Used by one thread at a time. */
public interface StateStore {
    /**
     * The store's name, unique in its topology.
     *
     * @return the name
     */
    String name();

    /**
     * Opens the store. An implementation registers {@code root} with the context here, so that it can be restored.
     *
     * @param stateStoreContext where the store runs
     * @param root the outermost store where stores wrap each other, else this store
     * @throws StreamsException if the store cannot be opened
     */
    void init(StateStoreContext stateStoreContext, StateStore root);

    /** Writes buffered data. Does nothing by default. */
    @Deprecated
    default void flush() {}

    /**
     * Makes all writes durable, together with the changelog offsets that they belong to. The engine calls this; a
     * processor must not. By default flushes.
     *
     * @param changelogOffsets the offset reached in each changelog partition; an empty map forgets all offsets
     */
    @SuppressWarnings("deprecation")
    default void commit(Map<TopicPartition, Long> changelogOffsets) {
        flush();
    }

    /**
     * The changelog offset that was committed last, for a store that manages its offsets.
     *
     * @param partition the changelog partition
     * @return the offset, or null where there is none, which is the default
     */
    default Long committedOffset(TopicPartition partition) {
        return null;
    }

    /** Closes the store and releases its resources. Must not fail when called twice. */
    void close();

    /**
     * Whether the data is still there after the process has ended.
     *
     * @return true for a store on disk
     */
    boolean persistent();

    /**
     * Whether the store keeps its changelog offsets itself, see {@link #commit(Map)}.
     *
     * @return false by default
     */
    default boolean managesOffsets() {
        return false;
    }

    /**
     * Whether the store can be read and written.
     *
     * @return true between {@link #init} and {@link #close()}
     */
    boolean isOpen();

    /**
     * Answers a query from outside of the processor, by any thread. By default the store knows no type of query.
     *
     * @param query what to ask
     * @param positionBound how far the store must have got
     * @param config how to run the query
     * @param <R> the type of the result
     * @return the result; a failure for {@link org.stoatflow.streams.query.FailureReason#UNKNOWN_QUERY_TYPE} by default
     */
    default <R> QueryResult<R> query(Query<R> query, PositionBound positionBound, QueryConfig config) {
        return QueryResult.forUnknownQueryType(query, this);
    }

    /**
     * How many bytes the store holds that the next commit makes durable. A built-in store says it to the processor
     * that uses it: what the writes of its lane take that are not committed yet.
     *
     * @return about how many; 0 by default, and of a store that is asked by a query, which sees committed rows only
     */
    default long approximateNumUncommittedBytes() {
        return 0;
    }

    /**
     * How far the store has got in its input.
     *
     * @return the position
     * @throws UnsupportedOperationException by default
     */
    default Position getPosition() {
        throw new UnsupportedOperationException(
                "getPosition is not implemented by this StateStore (" + getClass() + ")");
    }
}
