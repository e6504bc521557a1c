package org.stoatflow.state;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import org.apache.kafka.common.serialization.DoubleSerializer;
import org.apache.kafka.common.serialization.FloatSerializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.ShortSerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.serialization.UUIDSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Knows Kafka's serializers of immutable objects (strings, numbers, UUIDs) of which each of a class gives the same bytes
 * for an object; so bytes that one has made serve for another.
 */
public final class CanonicalBytes {
    private static final String PROBE = "\u00e9\u20ac";
    private static final UUID PROBE_ID = new UUID(1, 2);

    private CanonicalBytes() {}

    /**
     * Whether a serializer is one of these; one of strings or UUIDs that is set to another encoding than UTF-8 is not.
     *
     * @param serializer the serializer, configured
     * @return true if every serializer of its class for which this is true gives the same bytes for an object
     */
    public static boolean isMadeBy(final Serializer<?> serializer) {
        return classOf(serializer) != null;
    }

    /** The class of objects for which a serializer gives canonical bytes, or null where that is not known. */
    static @Nullable Class<?> classOf(final Serializer<?> serializer) {
        final Class<?> type = serializer.getClass();
        if (type == StringSerializer.class) {
            return isUtf8(((StringSerializer) serializer).serialize("", PROBE), PROBE) ? String.class : null;
        }
        if (type == UUIDSerializer.class) {
            return isUtf8(((UUIDSerializer) serializer).serialize("", PROBE_ID), PROBE_ID.toString())
                    ? UUID.class
                    : null;
        }
        return numberClass(type);
    }

    private static boolean isUtf8(final byte[] bytes, final String text) {
        return Arrays.equals(bytes, text.getBytes(StandardCharsets.UTF_8));
    }

    private static @Nullable Class<?> numberClass(final Class<?> serializer) {
        if (serializer == LongSerializer.class) {
            return Long.class;
        }
        if (serializer == IntegerSerializer.class) {
            return Integer.class;
        }
        if (serializer == ShortSerializer.class) {
            return Short.class;
        }
        if (serializer == DoubleSerializer.class) {
            return Double.class;
        }
        return serializer == FloatSerializer.class ? Float.class : null;
    }
}
