package org.stoatflow.streams.kstream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HexFormat;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.kstream.internals.SessionWindow;
import org.stoatflow.streams.kstream.internals.TimeWindow;

class WindowedSerdesTest {
    private static final String STRINGS = Serdes.StringSerde.class.getName();
    private static final String LONGS = Serdes.LongSerde.class.getName();
    private static final String SERIALIZER = TimeWindowedSerializer.WINDOWED_INNER_SERIALIZER_CLASS;
    private static final String DESERIALIZER = TimeWindowedDeserializer.WINDOWED_INNER_DESERIALIZER_CLASS;
    private static final String SIZE = TimeWindowedDeserializer.WINDOW_SIZE_MS_CONFIG;

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    @Test
    void shouldWriteTimeWindowByItsStart() {
        Serde<Windowed<String>> serde = WindowedSerdes.timeWindowedSerdeFrom(String.class, 256);
        Windowed<String> key = new Windowed<>("a", new TimeWindow(1, 257));
        byte[] written = bytes("61 0000000000000001");
        assertArrayEquals(written, serde.serializer().serialize("topic", key));
        assertEquals(key, serde.deserializer().deserialize("topic", written));
    }

    @Test
    void shouldWriteSessionByItsEndAndStart() {
        Serde<Windowed<String>> serde = WindowedSerdes.sessionWindowedSerdeFrom(String.class);
        Windowed<String> key = new Windowed<>("a", new SessionWindow(1, 258));
        byte[] written = bytes("61 0000000000000102 0000000000000001");
        assertArrayEquals(written, serde.serializer().serialize("topic", key));
        assertEquals(key, serde.deserializer().deserialize("topic", written));
    }

    @Test
    void shouldReadKeysOfChangelogs() {
        Serde<Windowed<String>> serde = new WindowedSerdes.TimeWindowedSerde<>(Serdes.String(), 10).forChangelog(true);
        assertEquals(
                new Windowed<>("a", new TimeWindow(1, 11)),
                serde.deserializer().deserialize("topic", bytes("61 0000000000000001 00000007")));
    }

    @Test
    void shouldEndWindowsAtGreatestTime() {
        Serde<Windowed<String>> serde = WindowedSerdes.timeWindowedSerdeFrom(String.class, Long.MAX_VALUE);
        assertEquals(
                Long.MAX_VALUE,
                serde.deserializer()
                        .deserialize("topic", bytes("0000000000000001"))
                        .window()
                        .end());
    }

    @Test
    void shouldWriteAndReadNull() {
        assertNull(new TimeWindowedSerializer<>(new StringSerializer()).serialize("topic", null));
        assertNull(new SessionWindowedSerializer<>(new StringSerializer()).serialize("topic", null));
        assertNull(new TimeWindowedDeserializer<>(new StringDeserializer(), 5L).deserialize("topic", null));
        assertNull(new SessionWindowedDeserializer<>(new StringDeserializer()).deserialize("topic", new byte[0]));
    }

    @Test
    void shouldWriteKeyAlone() {
        Windowed<String> key = new Windowed<>("a", new TimeWindow(1, 2));
        assertArrayEquals(
                bytes("61"), new TimeWindowedSerializer<>(new StringSerializer()).serializeBaseKey("topic", key));
        assertArrayEquals(
                bytes("61"), new SessionWindowedSerializer<>(new StringSerializer()).serializeBaseKey("topic", key));
    }

    @Test
    void shouldTakeInnerSerdeFromConfiguration() {
        TimeWindowedSerializer<String> times = new TimeWindowedSerializer<>();
        times.configure(Map.of("windowed.inner.class.serde", STRINGS), true);
        assertInstanceOf(StringSerializer.class, times.innerSerializer());
        SessionWindowedSerializer<String> sessions = new SessionWindowedSerializer<>();
        sessions.configure(Map.of(SERIALIZER, STRINGS, "windowed.inner.class.serde", LONGS), true);
        assertInstanceOf(StringSerializer.class, sessions.innerSerializer());
        SessionWindowedDeserializer<Long> reader = new SessionWindowedDeserializer<>();
        reader.configure(Map.of(DESERIALIZER, LONGS), true);
        assertInstanceOf(LongDeserializer.class, reader.innerDeserializer());
    }

    @Test
    void shouldRefuseInnerSerdesThatDiffer() {
        TimeWindowedSerializer<String> times = new TimeWindowedSerializer<>(new StringSerializer());
        times.configure(Map.of(SERIALIZER, STRINGS), true);
        times.configure(Map.of(), true);
        assertThrows(IllegalArgumentException.class, () -> times.configure(Map.of(SERIALIZER, LONGS), true));
        assertThrows(ConfigException.class, () -> times.configure(Map.of(SERIALIZER, "no.such.Class"), true));
        assertThrows(IllegalArgumentException.class, () -> new SessionWindowedSerializer<>().configure(Map.of(), true));
    }

    @Test
    void shouldNeedOneSizeOfWindows() {
        TimeWindowedDeserializer<String> reader = new TimeWindowedDeserializer<>();
        assertThrows(IllegalArgumentException.class, () -> reader.configure(Map.of(DESERIALIZER, STRINGS), true));
        reader.configure(Map.of(DESERIALIZER, STRINGS, SIZE, "5"), true);
        assertEquals(5, reader.getWindowSize());
        assertInstanceOf(StringDeserializer.class, reader.innerDeserializer());
        TimeWindowedDeserializer<String> given = new TimeWindowedDeserializer<>(new StringDeserializer(), 5L);
        assertThrows(IllegalArgumentException.class, () -> given.configure(Map.of(SIZE, 5L), true));
    }

    @Test
    void shouldRefuseWorkWithoutInnerSerde() {
        Windowed<String> key = new Windowed<>("a", new TimeWindow(1, 2));
        TimeWindowedSerializer<String> writer = new TimeWindowedSerializer<>();
        assertThrows(NullPointerException.class, () -> writer.serialize("topic", key));
        assertThrows(NullPointerException.class, () -> writer.serializeBaseKey("topic", key));
        writer.close();
        SessionWindowedDeserializer<String> reader = new SessionWindowedDeserializer<>();
        assertThrows(NullPointerException.class, () -> reader.deserialize("topic", new byte[20]));
        reader.close();
    }
}
