package org.stoatflow.streams.kstream;

/**
 * Makes the first aggregate of a key. Called by many lanes at once.
 *
 * @param <VAgg> the type of the aggregate
 */
@FunctionalInterface
public interface Initializer<VAgg> {
    /**
     * Makes an aggregate.
     *
     * @return the aggregate
     */
    VAgg apply();
}
