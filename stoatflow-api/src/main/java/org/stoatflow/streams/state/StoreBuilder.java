package org.stoatflow.streams.state;

import java.util.Map;
import org.stoatflow.streams.processor.StateStore;

/**
 * Describes a state store to a topology. Not safe for use by several threads while it is being configured.
 *
 * @param <T> the type of the store
 */
public interface StoreBuilder<T extends StateStore> {
    /**
     * Turns the cache on, which holds back and merges updates until the next commit.
     *
     * @return this builder
     */
    StoreBuilder<T> withCachingEnabled();

    /**
     * Turns the cache off; every update is written and forwarded at once.
     *
     * @return this builder
     */
    StoreBuilder<T> withCachingDisabled();

    /**
     * Turns the changelog on, which is the default.
     *
     * @param config topic configuration that the changelog is created with, added to what the builder has;
     *     {@link #withLoggingDisabled} removes all of it
     * @return this builder
     */
    StoreBuilder<T> withLoggingEnabled(Map<String, String> config);

    /**
     * Turns the changelog off: the store cannot be restored.
     *
     * @return this builder
     */
    StoreBuilder<T> withLoggingDisabled();

    /**
     * Makes a store outside of a topology, as in a unit test.
     *
     * @return a new store
     */
    T build();

    /**
     * The topic configuration of the changelog.
     *
     * @return what {@link #withLoggingEnabled} was given, and what the kind of store brings; empty where logging is off
     */
    Map<String, String> logConfig();

    /**
     * Whether the store has a changelog.
     *
     * @return true by default
     */
    boolean loggingEnabled();

    /**
     * The store's name.
     *
     * @return the name
     */
    String name();
}
