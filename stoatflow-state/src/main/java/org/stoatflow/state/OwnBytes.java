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
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.DoubleDeserializer;
import org.apache.kafka.common.serialization.DoubleSerializer;
import org.apache.kafka.common.serialization.FloatDeserializer;
import org.apache.kafka.common.serialization.FloatSerializer;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.ShortDeserializer;
import org.apache.kafka.common.serialization.ShortSerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.serialization.UUIDDeserializer;
import org.apache.kafka.common.serialization.UUIDSerializer;
import org.apache.kafka.common.serialization.VoidDeserializer;
import org.apache.kafka.common.serialization.VoidSerializer;

/**
 * Which serdes hand through arrays that somebody else may write. Overlays, caches, hops and outboxes keep bytes for
 * longer than Kafka Streams does, which gives them to RocksDB and the producer at once. So what a serializer gives is
 * copied, unless it is known to make a new array each time: one of the user's may fill the same buffer again, or hand
 * through the array that a function goes on writing. In the same way a deserializer may make an object of the array
 * that it is given.
 */
public final class OwnBytes {
    /** Kafka's own that make new arrays, or new objects. By exact class: a subclass may do anything. */
    private static final Set<Class<?>> MAKE_NEW = Set.of(
            StringSerializer.class, StringDeserializer.class,
            IntegerSerializer.class, IntegerDeserializer.class,
            LongSerializer.class, LongDeserializer.class,
            ShortSerializer.class, ShortDeserializer.class,
            FloatSerializer.class, FloatDeserializer.class,
            DoubleSerializer.class, DoubleDeserializer.class,
            BooleanSerializer.class, BooleanDeserializer.class,
            UUIDSerializer.class, UUIDDeserializer.class,
            VoidSerializer.class, VoidDeserializer.class);

    private static final Set<Class<?>> HAND_THROUGH = Set.of(
            ByteArraySerializer.class, ByteArrayDeserializer.class,
            BytesSerializer.class, BytesDeserializer.class,
            ByteBufferSerializer.class, ByteBufferDeserializer.class);

    private OwnBytes() {}

    /**
     * Whether what it gives must be copied before it is kept.
     *
     * @param serializer the serializer
     * @return false if it makes a new array each time
     */
    public static boolean mustCopy(Serializer<?> serializer) {
        return !MAKE_NEW.contains(serializer.getClass());
    }

    /**
     * Whether bytes that are kept must be copied before it is given them.
     *
     * @param deserializer the deserializer
     * @return false if what it makes has nothing to do with the array
     */
    public static boolean mustCopy(Deserializer<?> deserializer) {
        return !MAKE_NEW.contains(deserializer.getClass());
    }

    /**
     * Whether it takes no notice of headers: Kafka's own.
     *
     * @param serializerOrDeserializer either
     * @return true if it need not be given any
     */
    public static boolean ignoresHeaders(Object serializerOrDeserializer) {
        Class<?> type = serializerOrDeserializer.getClass();
        return MAKE_NEW.contains(type) || HAND_THROUGH.contains(type);
    }
}
