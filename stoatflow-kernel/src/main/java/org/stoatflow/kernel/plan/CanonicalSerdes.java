package org.stoatflow.kernel.plan;

import org.stoatflow.state.KafkaSerdes;

/**
 * Kafka's serdes of simple types: their serializers write equal objects as equal bytes and ignore headers. What their
 * deserializers make of foreign bytes: {@link KeyForm}. The list is by exact class: a subclass may do anything.
 */
public final class CanonicalSerdes {
    private CanonicalSerdes() {}

    /** Whether the serializer or deserializer is one of the list. */
    public static boolean isCanonical(Object serializerOrDeserializer) {
        return isCanonicalType(serializerOrDeserializer.getClass());
    }

    /** Whether the class of serializers or deserializers is one of the list. */
    public static boolean isCanonicalType(Class<?> serializerOrDeserializer) {
        return KafkaSerdes.isOfObjects(serializerOrDeserializer) || KafkaSerdes.isOfArrays(serializerOrDeserializer);
    }
}
