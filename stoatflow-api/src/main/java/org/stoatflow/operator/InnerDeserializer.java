package org.stoatflow.operator;

import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * A deserializer of the DSL's that leaves values to another one: the user's, or the default serde's.
 *
 * @param <T> the type of data
 */
public interface InnerDeserializer<T> extends Deserializer<T> {
    /**
     * What handles values.
     *
     * @return null for the default serde's
     */
    @Nullable
    Deserializer<?> values();

    /**
     * This deserializer, with another one for values if it has none of its own.
     *
     * @param defaultValues the deserializer of the default serde
     * @return reads values in any case
     */
    InnerDeserializer<T> orElse(Deserializer<?> defaultValues);
}
