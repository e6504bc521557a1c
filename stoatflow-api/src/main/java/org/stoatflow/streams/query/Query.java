package org.stoatflow.streams.query;

/**
 * What to read from a store. A store knows some types of queries; users may add types, and stores that know them.
 *
 * @param <R> the type of the result
 */
public interface Query<R> {}
