package org.stoatflow.kernel.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.UUIDDeserializer;
import org.apache.kafka.common.serialization.UUIDSerializer;
import org.junit.jupiter.api.Test;

class KeyTextTest {
    @Test
    void shouldReadKeysOfKafkasOwnDeserializers() {
        UUID id = new UUID(1, 2);
        assertEquals("\"apple\"", text(new StringDeserializer(), "apple".getBytes(StandardCharsets.UTF_8)));
        assertEquals("42", text(new LongDeserializer(), new LongSerializer().serialize("t", 42L)));
        assertEquals(id.toString(), text(new UUIDDeserializer(), new UUIDSerializer().serialize("t", id)));
        assertEquals("null", text(new StringDeserializer(), null));
    }

    @Test
    void shouldNotCallADeserializerOfTheUser() {
        Deserializer<String> stuck = (topic, bytes) -> {
            throw new AssertionError("called");
        };
        assertEquals("\"apple\"", text(stuck, "apple".getBytes(StandardCharsets.UTF_8)));
        assertEquals("0x0001ff", text(stuck, new byte[] {0, 1, -1}));
    }

    @Test
    void shouldShowBytesThatCannotBeRead() {
        assertEquals("0x010203", text(new LongDeserializer(), new byte[] {1, 2, 3}));
        assertEquals("0x00", text(new ByteArrayDeserializer(), new byte[] {0}));
        assertEquals("\"plain\"", text(new ByteArrayDeserializer(), "plain".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void shouldBeShortAndOnOneLine() {
        assertEquals("\"a\\u000ab\"", text(new StringDeserializer(), "a\nb".getBytes(StandardCharsets.UTF_8)));
        String longText = text(new StringDeserializer(), "x".repeat(10_000).getBytes(StandardCharsets.UTF_8));
        assertTrue(longText.length() < 120 && longText.contains("10000 characters"), longText);
        String longBytes = text(new ByteArrayDeserializer(), new byte[10_000]);
        assertTrue(longBytes.length() < 120 && longBytes.contains("10000 bytes"), longBytes);
    }

    private static String text(Deserializer<?> deserializer, byte[] key) {
        return KeyText.of(deserializer, "topic", key);
    }
}
