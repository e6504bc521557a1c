package org.stoatflow.kernel.plan;

import java.util.Set;
import org.apache.kafka.common.serialization.BooleanDeserializer;
import org.apache.kafka.common.serialization.BooleanSerializer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.BytesDeserializer;
import org.apache.kafka.common.serialization.BytesSerializer;
import org.apache.kafka.common.serialization.DoubleDeserializer;
import org.apache.kafka.common.serialization.DoubleSerializer;
import org.apache.kafka.common.serialization.FloatDeserializer;
import org.apache.kafka.common.serialization.FloatSerializer;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.ShortDeserializer;
import org.apache.kafka.common.serialization.ShortSerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.serialization.UUIDDeserializer;
import org.apache.kafka.common.serialization.UUIDSerializer;

/**
 * Kafka's serdes of simple types: their serializers write equal objects as equal bytes and ignore headers. What their
 * deserializers make of foreign bytes: {@link KeyForm}. The list is by exact class: a subclass may do anything.
 */
public final class CanonicalSerdes {
    private static final Set<Class<?>> CANONICAL = Set.of(
            StringSerializer.class, StringDeserializer.class,
            IntegerSerializer.class, IntegerDeserializer.class,
            LongSerializer.class, LongDeserializer.class,
            ShortSerializer.class, ShortDeserializer.class,
            FloatSerializer.class, FloatDeserializer.class,
            DoubleSerializer.class, DoubleDeserializer.class,
            BooleanSerializer.class, BooleanDeserializer.class,
            UUIDSerializer.class, UUIDDeserializer.class,
            ByteArraySerializer.class, ByteArrayDeserializer.class,
            BytesSerializer.class, BytesDeserializer.class);

    private CanonicalSerdes() {}

    /** Whether the serializer or deserializer is one of the list. */
    public static boolean isCanonical(Object serializerOrDeserializer) {
        return isCanonicalType(serializerOrDeserializer.getClass());
    }

    /** Whether the class of serializers or deserializers is one of the list. */
    public static boolean isCanonicalType(Class<?> serializerOrDeserializer) {
        return CANONICAL.contains(serializerOrDeserializer);
    }
}
