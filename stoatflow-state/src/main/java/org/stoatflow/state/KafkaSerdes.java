package org.stoatflow.state;

import java.util.Set;
import org.apache.kafka.common.serialization.BooleanDeserializer;
import org.apache.kafka.common.serialization.BooleanSerializer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.ByteBufferDeserializer;
import org.apache.kafka.common.serialization.ByteBufferSerializer;
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
import org.apache.kafka.common.serialization.VoidDeserializer;
import org.apache.kafka.common.serialization.VoidSerializer;

/**
 * Kafka's own serializers and deserializers, by what they write and read. By exact class: a subclass may do anything.
 */
public final class KafkaSerdes {
    private static final Set<Class<?>> OBJECTS = Set.of(
            StringSerializer.class, StringDeserializer.class,
            IntegerSerializer.class, IntegerDeserializer.class,
            LongSerializer.class, LongDeserializer.class,
            ShortSerializer.class, ShortDeserializer.class,
            FloatSerializer.class, FloatDeserializer.class,
            DoubleSerializer.class, DoubleDeserializer.class,
            BooleanSerializer.class, BooleanDeserializer.class,
            UUIDSerializer.class, UUIDDeserializer.class);

    private static final Set<Class<?>> ARRAYS = Set.of(
            ByteArraySerializer.class, ByteArrayDeserializer.class,
            BytesSerializer.class, BytesDeserializer.class);

    private KafkaSerdes() {}

    /**
     * Whether it is of strings, numbers, booleans or UUIDs, for which it makes a new array or object each time.
     *
     * @param type a class of serializers or deserializers
     */
    public static boolean isOfObjects(Class<?> type) {
        return OBJECTS.contains(type);
    }

    /**
     * Whether it is of {@code byte[]} or {@code Bytes}, and hands an array through.
     *
     * @param type a class of serializers or deserializers
     */
    public static boolean isOfArrays(Class<?> type) {
        return ARRAYS.contains(type);
    }

    /** Whether it is of buffers, and may hand the array of one through. */
    static boolean isOfBuffers(Class<?> type) {
        return type == ByteBufferSerializer.class || type == ByteBufferDeserializer.class;
    }

    /** Whether it writes and reads nothing but null. */
    static boolean isOfNothing(Class<?> type) {
        return type == VoidSerializer.class || type == VoidDeserializer.class;
    }
}
