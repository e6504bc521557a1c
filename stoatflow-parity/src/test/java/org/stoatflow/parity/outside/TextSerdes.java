package org.stoatflow.parity.outside;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;

/** Serdes of text as people write them. */
public final class TextSerdes {
    private static final int BUFFER_BYTES = 48;

    private TextSerdes() {}

    private static byte[] bytes(String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    private static Serde<String> serde(Serializer<String> serializer, Deserializer<String> deserializer) {
        return Serdes.serdeFrom(serializer, deserializer);
    }

    /** Returns the same array each time, one for each thread. */
    public static Serde<String> oneBuffer() {
        ThreadLocal<byte[]> buffer = ThreadLocal.withInitial(() -> new byte[BUFFER_BYTES]);
        return serde(
                (topic, text) -> {
                    if (text == null) {
                        return null;
                    }
                    byte[] shared = buffer.get();
                    byte[] now = bytes(text);
                    Arrays.fill(shared, (byte) '.');
                    System.arraycopy(now, 0, shared, 0, now.length);
                    return shared;
                },
                (topic, bytes) -> bytes == null ? null : text(bytes).replaceAll("\\.+$", ""));
    }

    /** Keeps a counter and a buffer of its thread, and puts into the bytes only what was put into the buffer since. */
    public static Serde<String> threadState() {
        ThreadLocal<StringBuilder> state = ThreadLocal.withInitial(StringBuilder::new);
        return serde(
                (topic, text) -> {
                    if (text == null) {
                        return null;
                    }
                    StringBuilder building = state.get();
                    building.append('<').append(text).append('>');
                    byte[] all = bytes(building.toString());
                    building.setLength(0);
                    return all;
                },
                (topic, bytes) -> bytes == null ? null : text(bytes).replaceAll("^<|>$", ""));
    }

    /** Empty text is no bytes at all. */
    public static Serde<String> nullForEmpty() {
        return serde(
                (topic, text) -> text == null || text.isEmpty() ? null : bytes(text), (topic, bytes) -> text(bytes));
    }

    /** Throws at one word, when writing. */
    public static Serde<String> failingToWrite(String word) {
        return serde(
                (topic, text) -> {
                    if (text != null && text.contains(word)) {
                        throw new IllegalStateException("cannot write " + word);
                    }
                    return bytes(text);
                },
                (topic, bytes) -> text(bytes));
    }

    /** Throws at one word, when reading. */
    public static Serde<String> failingToRead(String word) {
        return serde((topic, text) -> bytes(text), (topic, bytes) -> {
            String text = text(bytes);
            if (text != null && text.contains(word)) {
                throw new IllegalStateException("cannot read " + word);
            }
            return text;
        });
    }

    /** Decodes in place, and returns what it was given: an object that shares its bytes with the record. */
    public static Serde<byte[]> inPlace() {
        return Serdes.serdeFrom(
                (topic, bytes) -> bytes == null ? null : flipped(bytes.clone()),
                (topic, bytes) -> bytes == null ? null : flipped(bytes));
    }

    private static byte[] flipped(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] ^= 1;
        }
        return bytes;
    }

    /**
     * What a serde was shown of headers rides on in a header: how often it wrote and read, and for which kinds of
     * topics.
     */
    public static Serde<String> tracing(String name) {
        return new Tracing(name);
    }

    private record Tracing(String name) implements Serde<String>, Serializer<String>, Deserializer<String> {
        @Override
        public byte[] serialize(String topic, String text) {
            throw new IllegalStateException("asked without headers");
        }

        @Override
        public byte[] serialize(String topic, Headers headers, String text) {
            append(headers, "w" + kind(topic));
            return bytes(text);
        }

        @Override
        public String deserialize(String topic, byte[] bytes) {
            throw new IllegalStateException("asked without headers");
        }

        @Override
        public String deserialize(String topic, Headers headers, byte[] bytes) {
            append(headers, "r" + kind(topic));
            return text(bytes);
        }

        private void append(Headers headers, String what) {
            Header before = headers.lastHeader(name);
            headers.remove(name);
            headers.add(name, bytes((before == null ? "" : text(before.value()) + " ") + what));
        }

        private static String kind(String topic) {
            return topic.endsWith("-changelog") ? "C" : topic.endsWith("-repartition") ? "R" : "T";
        }

        @Override
        public Serializer<String> serializer() {
            return this;
        }

        @Override
        public Deserializer<String> deserializer() {
            return this;
        }

        @Override
        public void configure(Map<String, ?> configs, boolean isKey) {}

        @Override
        public void close() {}
    }
}
