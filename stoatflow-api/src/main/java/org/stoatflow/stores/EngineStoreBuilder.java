package org.stoatflow.stores;

/** A store builder that describes its store, so that the engine makes the store itself. All built-in builders do. */
public interface EngineStoreBuilder {
    /**
     * Describes the store, as the builder is configured now.
     *
     * @return the description
     */
    StoreDescription description();
}
