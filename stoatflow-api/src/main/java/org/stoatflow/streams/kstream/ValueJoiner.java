package org.stoatflow.streams.kstream;

/**
 * Makes a value of the values of two joined records. Called by many lanes at once.
 *
 * @param <V1> the type of the left value
 * @param <V2> the type of the right value
 * @param <VR> the type of the result
 */
@FunctionalInterface
public interface ValueJoiner<V1, V2, VR> {
    /**
     * Joins.
     *
     * @param value1 the left value; null only in an outer join
     * @param value2 the right value; null only in a left or outer join
     * @return the result; null where there is none
     */
    VR apply(V1 value1, V2 value2);
}
