package org.stoatflow.streams.state;

import org.stoatflow.streams.processor.StateStore;

/**
 * A session store whose aggregates have headers. Used by one thread at a time.
 *
 * @param <K> the type of keys
 * @param <AGG> the type of aggregates
 */
public interface SessionStoreWithHeaders<K, AGG> extends StateStore, SessionStore<K, AggregationWithHeaders<AGG>> {}
