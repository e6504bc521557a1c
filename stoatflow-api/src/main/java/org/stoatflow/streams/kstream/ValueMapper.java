package org.stoatflow.streams.kstream;

/**
 * Makes something of a value. Called by many lanes at once.
 *
 * @param <V> the type of the value
 * @param <VR> the type of the result
 */
@FunctionalInterface
public interface ValueMapper<V, VR> {
    /**
     * Maps.
     *
     * @param value the value; may be null in a stream
     * @return the result
     */
    VR apply(V value);
}
