package org.stoatflow.operator;

/**
 * A store with a cache, as the engine hands it to the DSL's operators from {@code getStateStore}. An operator that
 * finds this interface registers a listener in its {@code init} and then does not forward its own updates: the listener
 * does, when the engine flushes.
 *
 * @param <K> the type of keys
 * @param <V> the type of the store's plain values
 */
public interface CachedStore<K, V> {
    /**
     * Registers the only listener of this store instance.
     *
     * @param listener called by the store's lane when a changed entry leaves the cache
     * @param sendOldValues whether the listener needs the value that was flushed last
     * @return false if nothing is cached, so that the operator must forward itself; the listener is then not kept
     */
    boolean setFlushListener(FlushListener<K, V> listener, boolean sendOldValues);
}
