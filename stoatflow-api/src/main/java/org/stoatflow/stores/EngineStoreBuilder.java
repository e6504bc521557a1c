package org.stoatflow.stores;

/** A store builder that can say what it builds, so that the engine makes the store itself. All built-in ones can. */
public interface EngineStoreBuilder {
    /**
     * What the builder builds, as it is configured now.
     *
     * @return the description
     */
    StoreDescription description();
}
