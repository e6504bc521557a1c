package org.stoatflow.streams.kstream;

/**
 * Makes a value of the values of two joined records and their key. Called by many lanes at once.
 *
 * @param <K1> the type of the key
 * @param <V1> the type of the left value
 * @param <V2> the type of the right value
 * @param <VR> the type of the result
 */
@FunctionalInterface
public interface ValueJoinerWithKey<K1, V1, V2, VR> {
    /**
     * Joins.
     *
     * @param readOnlyKey the key, which must not be changed; null only in a left join of a stream
     * @param value1 the left value; null only in an outer join
     * @param value2 the right value; null only in a left or outer join
     * @return the result; null where there is none
     */
    VR apply(K1 readOnlyKey, V1 value1, V2 value2);
}
