package org.stoatflow.state;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
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
import org.jspecify.annotations.Nullable;

/**
 * Knows Kafka's serializers of immutable objects: strings, numbers, UUIDs. All serializers of one such class give the
 * same bytes for an object. So bytes that one serializer has made can be used where another one would make them.
 */
public final class CanonicalBytes {
    private static final String PROBE = "\u00e9\u20ac";
    private static final UUID PROBE_ID = new UUID(1, 2);
    private static final Map<Class<?>, Class<?>> NUMBERS_READ = Map.of(
            LongDeserializer.class, Long.class,
            IntegerDeserializer.class, Integer.class,
            ShortDeserializer.class, Short.class,
            DoubleDeserializer.class, Double.class,
            FloatDeserializer.class, Float.class);
    private static final Map<Class<?>, Class<?>> NUMBERS_WRITTEN = Map.of(
            LongSerializer.class, Long.class,
            IntegerSerializer.class, Integer.class,
            ShortSerializer.class, Short.class,
            DoubleSerializer.class, Double.class,
            FloatSerializer.class, Float.class);

    private CanonicalBytes() {}

    /**
     * Whether a serializer is one of these. A serializer of strings or UUIDs that is set to another encoding than UTF-8
     * is not.
     *
     * @param serializer the serializer, configured
     * @return true if every serializer of its class for which this is true gives the same bytes for an object
     */
    public static boolean isMadeBy(Serializer<?> serializer) {
        return classOf(serializer) != null;
    }

    /** The class of objects for which a serializer gives canonical bytes, or null where that is not known. */
    public static @Nullable Class<?> classOf(Serializer<?> serializer) {
        Class<?> type = serializer.getClass();
        if (type == StringSerializer.class) {
            return isUtf8(((StringSerializer) serializer).serialize("", PROBE), PROBE) ? String.class : null;
        }
        if (type == UUIDSerializer.class) {
            return isUtf8(((UUIDSerializer) serializer).serialize("", PROBE_ID), PROBE_ID.toString())
                    ? UUID.class
                    : null;
        }
        return NUMBERS_WRITTEN.get(type);
    }

    /**
     * The class of immutable objects that are the same after they were written and read, or null where serializer and
     * deserializer do not prove it. An object of exactly this class can be passed on in place of its bytes.
     *
     * @param serializer what would write it, configured
     * @param deserializer what would read it, configured
     * @return the class, or null
     */
    public static @Nullable Class<?> classKeptBy(Serializer<?> serializer, Deserializer<?> deserializer) {
        Class<?> written = classOf(serializer);
        return written != null && written == classReadBy(deserializer) ? written : null;
    }

    private static @Nullable Class<?> classReadBy(Deserializer<?> deserializer) {
        Class<?> type = deserializer.getClass();
        if (type == StringDeserializer.class) {
            byte[] probe = PROBE.getBytes(StandardCharsets.UTF_8);
            return PROBE.equals(((StringDeserializer) deserializer).deserialize("", probe)) ? String.class : null;
        }
        if (type == UUIDDeserializer.class) {
            byte[] probe = PROBE_ID.toString().getBytes(StandardCharsets.UTF_8);
            return PROBE_ID.equals(((UUIDDeserializer) deserializer).deserialize("", probe)) ? UUID.class : null;
        }
        return NUMBERS_READ.get(type);
    }

    private static boolean isUtf8(byte[] bytes, String text) {
        return Arrays.equals(bytes, text.getBytes(StandardCharsets.UTF_8));
    }
}
