package org.stoatflow.stores;

/** A store builder that describes its store, so that the engine makes the store itself. All built-in builders do. */
public interface EngineStoreBuilder {
    /**
     * Describes the store, as the builder is configured now.
     *
     * @return the description
     */
    StoreDescription description();

    /**
     * The store's operator forwards windows when they close, and not from a cache. So there is no cache; what the store
     * shows is what one would show.
     */
    void forwardAtClose();
}
