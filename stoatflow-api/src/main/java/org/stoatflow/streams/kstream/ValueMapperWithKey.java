package org.stoatflow.streams.kstream;

/**
 * Makes a value of a key and a value. Called by many lanes at once.
 *
 * @param <K> the type of the key
 * @param <V> the type of the value
 * @param <VR> the type of the result
 */
@FunctionalInterface
public interface ValueMapperWithKey<K, V, VR> {
    /**
     * Maps.
     *
     * @param readOnlyKey the key, which must not be changed; may be null in a stream
     * @param value the value; may be null in a stream
     * @return the result
     */
    VR apply(K readOnlyKey, V value);
}
