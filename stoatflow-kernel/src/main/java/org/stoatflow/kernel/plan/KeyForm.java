package org.stoatflow.kernel.plan;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.apache.kafka.common.serialization.BooleanDeserializer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.BytesDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.DoubleDeserializer;
import org.apache.kafka.common.serialization.FloatDeserializer;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.ShortDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.UUIDDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that Kafka's serializer makes of a key that its deserializer has read. Some of Kafka's deserializers read
 * two encodings as one key. The encodings differ, the form does not: stores, hops and sinks write the form. So the
 * form's hash chooses the lane, and one key has one lane.
 */
public enum KeyForm {
    /** Each encoding is a key of its own and is written as it was read, or nothing is known of the encodings. */
    AS_READ {
        @Override
        public byte[] of(byte[] key) {
            return key;
        }
    },
    /** Text. The deserializer reads invalid UTF-8 as the replacement character. */
    UTF_8 {
        @Override
        public byte[] of(byte[] key) {
            if (isAscii(key)) {
                return key;
            }
            String text = new String(key, StandardCharsets.UTF_8);
            return text.indexOf('\uFFFD') < 0 ? key : text.getBytes(StandardCharsets.UTF_8);
        }
    },
    /** Text of a UUID. The deserializer also reads upper case, and numbers without leading zeros. */
    UUID_TEXT {
        @Override
        public byte[] of(byte[] key) {
            if (isUuidAsWritten(key)) {
                return key;
            }
            try {
                return UUID.fromString(new String(key, StandardCharsets.UTF_8))
                        .toString()
                        .getBytes(StandardCharsets.UTF_8);
            } catch (IllegalArgumentException unreadable) { // the lane cannot read the key either, and asks its handler
                return key;
            }
        }
    },
    /** A double. All encodings of NaN are written alike. */
    DOUBLE {
        @Override
        public byte[] of(byte[] key) {
            if (key.length != Double.BYTES || !Double.isNaN(ByteBuffer.wrap(key).getDouble())) {
                return key;
            }
            return ByteBuffer.allocate(Double.BYTES).putDouble(Double.NaN).array();
        }
    };

    private static final String TEXT_PROBE = "\u00e9\u20ac\ud83d\ude00";
    private static final UUID UUID_PROBE = new UUID(1, 2);
    private static final int UUID_LENGTH = 36;

    /**
     * The bytes as a serializer would write the key; {@code key} itself if its bytes are these. Nobody may change the
     * array.
     */
    public abstract byte[] of(byte[] key);

    /**
     * The form of the keys that a deserializer reads, or null if the form is not known. Only exact classes are known,
     * since a subclass may do anything. For text, only UTF-8 is known.
     *
     * @param deserializer the deserializer, configured
     */
    public static @Nullable KeyForm readBy(Deserializer<?> deserializer) {
        Class<?> type = deserializer.getClass();
        if (type == StringDeserializer.class) {
            return reads(deserializer, TEXT_PROBE, TEXT_PROBE) ? UTF_8 : null;
        }
        if (type == UUIDDeserializer.class) {
            return reads(deserializer, UUID_PROBE.toString(), UUID_PROBE) ? UUID_TEXT : null;
        }
        if (type == DoubleDeserializer.class) {
            return DOUBLE;
        }
        return isOneToOne(type) ? AS_READ : null;
    }

    /**
     * Whether serde classes of this deserializer either refuse bytes that they do not write, or write all bits as they
     * read them.
     */
    private static boolean isOneToOne(Class<?> type) {
        return type == IntegerDeserializer.class
                || type == LongDeserializer.class
                || type == ShortDeserializer.class
                || type == FloatDeserializer.class
                || type == BooleanDeserializer.class
                || type == ByteArrayDeserializer.class
                || type == BytesDeserializer.class;
    }

    private static boolean reads(Deserializer<?> deserializer, String utf8, Object expected) {
        try {
            return expected.equals(deserializer.deserialize("", utf8.getBytes(StandardCharsets.UTF_8)));
        } catch (RuntimeException otherEncoding) {
            return false;
        }
    }

    private static boolean isAscii(byte[] key) {
        for (byte one : key) {
            if (one < 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isUuidAsWritten(byte[] key) {
        if (key.length != UUID_LENGTH) {
            return false;
        }
        for (int i = 0; i < UUID_LENGTH; i++) {
            boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
            if (dash ? key[i] != '-' : !isLowerHex(key[i])) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLowerHex(byte one) {
        return one >= '0' && one <= '9' || one >= 'a' && one <= 'f';
    }
}
