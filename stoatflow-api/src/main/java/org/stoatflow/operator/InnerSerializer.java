package org.stoatflow.operator;

import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * A serializer of the DSL's that leaves values to another one: the user's, or the default serde's.
 *
 * @param <T> the type of data
 */
public interface InnerSerializer<T> extends Serializer<T> {
    /**
     * What handles values.
     *
     * @return null for the default serde's
     */
    @Nullable
    Serializer<?> values();

    /**
     * This serializer, with another one for values if it has none of its own.
     *
     * @param defaultValues the serializer of the default serde
     * @return writes values in any case
     */
    InnerSerializer<T> orElse(Serializer<?> defaultValues);
}
