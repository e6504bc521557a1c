package org.stoatflow.kernel.plan;

import org.stoatflow.state.KafkaSerdes;

/**
 * Kafka's serdes of simple types: their serializers write equal objects as equal bytes and ignore headers. {@link
 * KeyForm} says what their deserializers make of foreign bytes. The list names exact classes, since a subclass may do
 * anything.
 */
public final class CanonicalSerdes {
    private CanonicalSerdes() {}

    /** Whether the class of the serializer or deserializer is on the list. */
    public static boolean isCanonical(Object serializerOrDeserializer) {
        return isCanonicalType(serializerOrDeserializer.getClass());
    }

    /** Whether this class of serializers or deserializers is on the list. */
    public static boolean isCanonicalType(Class<?> serializerOrDeserializer) {
        return KafkaSerdes.isOfObjects(serializerOrDeserializer) || KafkaSerdes.isOfArrays(serializerOrDeserializer);
    }
}
