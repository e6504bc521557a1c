package org.stoatflow.kernel.plan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.UUIDDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyFormTest {
    private static final int RANDOM_KEYS = 20_000;

    static List<Serde<?>> serdesOfKnownForm() {
        return List.of(
                Serdes.String(),
                Serdes.UUID(),
                Serdes.Integer(),
                Serdes.Long(),
                Serdes.Short(),
                Serdes.Float(),
                Serdes.Double(),
                Serdes.Boolean(),
                Serdes.ByteArray(),
                Serdes.Bytes());
    }

    /**
     * Defines the form: what the serializer writes of what the deserializer has read. So two encodings of one key have
     * one form.
     */
    @ParameterizedTest
    @MethodSource("serdesOfKnownForm")
    @SuppressWarnings("unchecked") // a serde writes what it has read
    void shouldBeWhatTheSerializerMakesOfWhatWasRead(Serde<?> serde) {
        KeyForm form = KeyForm.readBy(serde.deserializer());
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int readable = 0;
        for (int i = 0; i < RANDOM_KEYS; i++) {
            byte[] key = key(serde, random);
            Object read;
            try {
                read = serde.deserializer().deserialize("in", key);
            } catch (RuntimeException unreadable) {
                continue; // the key cannot be read, so no record with it reaches a lane's operators
            }
            readable++;
            assertArrayEquals(
                    ((Serde<Object>) serde).serializer().serialize("in", read),
                    form.of(key),
                    () -> "seed " + seed + ", key " + HexFormat.of().formatHex(key));
        }
        assertTrue(readable > RANDOM_KEYS / 50, "hardly any key was readable: " + readable);
    }

    /** A random key, often of the right length, and often near special values. */
    private static byte[] key(Serde<?> serde, Random random) {
        if (serde.deserializer() instanceof UUIDDeserializer) {
            return text(new UUID(random.nextLong() >>> random.nextInt(64), random.nextLong()), random)
                    .getBytes(StandardCharsets.UTF_8);
        }
        int[] lengths = {1, 2, 4, 8, random.nextInt(12)};
        byte[] key = new byte[lengths[random.nextInt(lengths.length)]];
        random.nextBytes(key);
        if (random.nextInt(4) == 0) {
            for (int i = 0; i < key.length; i++) {
                key[i] = (byte) (i == 0 ? 0x7f : i == 1 ? 0xf0 | key[i] : key[i]); // often NaN
            }
        } else if (random.nextInt(3) == 0) {
            for (int i = 0; i < key.length; i++) {
                key[i] &= 1;
            }
        }
        return key;
    }

    private static String text(UUID id, Random random) {
        String text = id.toString();
        return switch (random.nextInt(3)) {
            case 0 -> text.toUpperCase(java.util.Locale.ROOT);
            case 1 -> text.replaceFirst("^0+(?=.)", "").replaceAll("-0+(?=.)", "-");
            default -> text;
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "a\u00e4\u20ac\ud83d\ude00", "already replaced \ufffd"})
    void shouldLeaveValidTextAsItIs(String text) {
        byte[] key = text.getBytes(StandardCharsets.UTF_8);

        assertArrayEquals(key, KeyForm.UTF_8.of(key));
    }

    @Test
    void shouldMakeNoCopyOfWhatIsWrittenAsItWasRead() {
        byte[] text = "\u20ac".getBytes(StandardCharsets.UTF_8);
        byte[] id = new UUID(3, 4).toString().getBytes(StandardCharsets.UTF_8);

        assertSame(text, KeyForm.UTF_8.of(text));
        assertSame(id, KeyForm.UUID_TEXT.of(id));
    }

    @Test
    void shouldLeaveWhatIsNoUuidToTheLane() {
        byte[] key = "no uuid".getBytes(StandardCharsets.UTF_8);

        assertSame(key, KeyForm.UUID_TEXT.of(key));
    }

    @Test
    void shouldNotKnowOtherEncodingsOfText() {
        Deserializer<String> text = new StringDeserializer();
        text.configure(Map.of("key.deserializer.encoding", "UTF-16"), true);
        Deserializer<UUID> ids = new UUIDDeserializer();
        ids.configure(Map.of("key.deserializer.encoding", "UTF-16"), true);

        assertNull(KeyForm.readBy(text));
        assertNull(KeyForm.readBy(ids));
    }

    @Test
    void shouldNotKnowWhatASubclassReads() {
        assertNull(KeyForm.readBy(new StringDeserializer() {}));
        assertNull(KeyForm.readBy(Serdes.ByteBuffer().deserializer()));
        assertNull(KeyForm.readBy(Serdes.Void().deserializer()));
    }
}
