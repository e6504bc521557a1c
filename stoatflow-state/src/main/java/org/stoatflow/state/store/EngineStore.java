package org.stoatflow.state.store;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.HeaderBytes;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.query.Position;
import org.stoatflow.streams.query.PositionBound;
import org.stoatflow.streams.query.Query;
import org.stoatflow.streams.query.QueryConfig;
import org.stoatflow.streams.query.QueryResult;

/** A store whose life is the engine's business. Thread: the user's. */
public abstract class EngineStore implements StateStore {
    private static final String BY_ENGINE_ONLY = "This method may only be called by the engine, store ";

    private final String name;
    private final boolean persistent;
    private final boolean logged;
    private final StoreContext context;

    /**
     * Makes an open store.
     *
     * @param store which one
     * @param context who uses it
     */
    protected EngineStore(StoreDescription store, StoreContext context) {
        this(store, store.persistent(), context);
    }

    /**
     * Makes an open store of an operator's.
     *
     * @param store which one
     * @param persistent what it says of itself
     * @param context who uses it
     */
    protected EngineStore(StoreDescription store, boolean persistent, StoreContext context) {
        this.name = store.name();
        this.persistent = persistent;
        this.logged = store.logging();
        this.context = context;
    }

    /**
     * Who uses the store.
     *
     * @return the context
     */
    protected final StoreContext context() {
        return context;
    }

    /**
     * Refuses a time that no record of a changelog can have. To be called before anything is written.
     *
     * @param timestamp the time of a row, which is logged
     * @throws IllegalArgumentException if it is negative
     * @throws StreamsException if it is that of no record
     */
    protected final void requireLoggable(long timestamp) {
        if (timestamp < 0 && timestamp == context.timestamp()) {
            throw new StreamsException("Store " + name + " is written while no record is being processed, so that the"
                    + " row has no time. Write in process(), init() or a punctuator");
        }
        if (timestamp < 0) {
            throw new IllegalArgumentException("Store " + name + ": timestamp=" + timestamp
                    + " is negative, which no record of its changelog can have. Put a value with a time since 1970");
        }
    }

    /**
     * Refuses a row whose changelog record the producer would refuse: the application would fail, and again at each
     * start. To be called before anything is written.
     *
     * @param key the row's key
     * @param value its value; null for a deletion, which is logged too
     * @throws RecordTooLargeException if a changelog record cannot be as large
     */
    protected final void requireLoggable(byte[] key, byte @Nullable [] value) {
        if (logged) {
            requireBytes(key, value == null ? 0 : value.length);
        }
    }

    /**
     * Refuses a row as {@link #requireLoggable(byte[], byte[])} does.
     *
     * @param key the row's key
     * @param value its value; null for a deletion
     * @param headers those of a deletion's changelog record; null for none, and for values, which have them in front
     * @throws RecordTooLargeException if a changelog record cannot be as large
     */
    protected final void requireLoggable(byte[] key, byte @Nullable [] value, @Nullable Headers headers) {
        if (logged && headers != null) {
            requireBytes(key, HeaderBytes.size(headers));
        } else {
            requireLoggable(key, value);
        }
    }

    private void requireBytes(byte[] key, int bytes) {
        if (bytes > context.loggedBytesMax() - key.length) {
            throw new RecordTooLargeException("Store " + name + ": a row of " + ((long) key.length + bytes)
                    + " bytes, of which " + key.length + " are its key, " + context.shown(key)
                    + ", is too large for its changelog: max.request.size (and buffer.memory) of the producer leave "
                    + context.loggedBytesMax() + ". Raise producer.max.request.size, and max.message.bytes of the"
                    + " changelog with it, or keep less in one row");
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean persistent() {
        return persistent;
    }

    @Override
    public boolean isOpen() {
        return context.isOpen();
    }

    @Override
    public void init(StateStoreContext stateStoreContext, StateStore root) {
        throw new UnsupportedOperationException(BY_ENGINE_ONLY + name);
    }

    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        throw new UnsupportedOperationException(BY_ENGINE_ONLY + name);
    }

    /** Answers what the store's kind can answer. No position is known here, so a bound cannot be met. */
    @Override
    public <R> QueryResult<R> query(Query<R> query, PositionBound positionBound, QueryConfig config) {
        if (!positionBound.isUnbounded()) {
            return QueryResult.notUpToBound(Position.emptyPosition(), positionBound, context.partition());
        }
        return StoreQueries.answer(query, this);
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException(BY_ENGINE_ONLY + name);
    }
}
