package org.stoatflow.differential;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.stoatflow.streams.kstream.SessionWindowedDeserializer;
import org.stoatflow.streams.kstream.SessionWindowedSerializer;
import org.stoatflow.streams.kstream.TimeWindowedDeserializer;
import org.stoatflow.streams.kstream.TimeWindowedSerializer;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.WindowedSerdes;
import org.stoatflow.streams.kstream.internals.SessionWindow;
import org.stoatflow.streams.kstream.internals.TimeWindow;

/** Keys with windows as bytes, and the serdes' configuration; runs on both libraries, see {@link Programs}. */
public final class WindowedSerdeRules {
    private static final int ROUNDS = 200;
    private static final String SERIALIZER = "windowed.inner.serializer.class";
    private static final String DESERIALIZER = "windowed.inner.deserializer.class";
    private static final String EITHER = "windowed.inner.class.serde";
    private static final String SIZE = "window.size.ms";

    private final Edges edges;

    private WindowedSerdeRules(Edges edges) {
        this.edges = edges;
    }

    /** What was seen, line by line. */
    public static List<String> run(long seed) {
        Edges edges = new Edges(seed);
        WindowedSerdeRules rules = new WindowedSerdeRules(edges);
        for (int round = 0; round < ROUNDS; round++) {
            rules.writeAndRead();
            rules.readBytes();
            rules.configure();
        }
        rules.types();
        return edges.seen();
    }

    private String text() {
        return edges.oneOf(Arrays.asList("", "a", "key", "\u00e4\u00f6", "a longer key with words", null));
    }

    private void writeAndRead() {
        long size = Math.max(1, Math.abs(edges.number()));
        Serde<Windowed<String>> times = new WindowedSerdes.TimeWindowedSerde<>(Serdes.String(), size);
        Serde<Windowed<String>> sessions = new WindowedSerdes.SessionWindowedSerde<>(Serdes.String());
        TimeWindow window = edges.see("window", () -> new TimeWindow(edges.number(), edges.number()));
        SessionWindow session = edges.see("session", () -> new SessionWindow(edges.number(), edges.number()));
        write("time", times, window == null ? null : new Windowed<>(text(), window));
        write("session", sessions, session == null ? null : new Windowed<>(text(), session));
    }

    private void write(String what, Serde<Windowed<String>> serde, Windowed<String> key) {
        byte[] bytes = edges.see(what, () -> hex(serde.serializer().serialize("topic", key))) == null
                ? null
                : serde.serializer().serialize("topic", key);
        edges.see(what + " read", () -> serde.deserializer().deserialize("topic", bytes));
    }

    private static String hex(byte[] bytes) {
        return bytes == null ? null : HexFormat.of().formatHex(bytes);
    }

    /** Bytes of any length: too short, of negative times, of ends before starts. */
    private void readBytes() {
        byte[] bytes = new byte[edges.random.nextInt(40)];
        edges.random.nextBytes(bytes);
        if (edges.random.nextInt(4) > 0) {
            for (int at = 0; at < bytes.length; at++) {
                bytes[at] = (byte) edges.random.nextInt(2);
            }
        }
        long size = edges.number();
        WindowedSerdes.TimeWindowedSerde<byte[]> times =
                new WindowedSerdes.TimeWindowedSerde<>(Serdes.ByteArray(), size);
        times.forChangelog(edges.random.nextBoolean());
        edges.see("bytes as time window", () -> read(times.deserializer(), bytes));
        SessionWindowedDeserializer<byte[]> sessions =
                new SessionWindowedDeserializer<>(Serdes.ByteArray().deserializer());
        edges.see("bytes as session", () -> read(sessions, bytes));
    }

    /** Both refuse the same bytes. Ours says what is wrong with them; in Kafka Streams an array or a window refuses. */
    private static String read(Deserializer<Windowed<byte[]>> reader, byte[] bytes) {
        try {
            return shown(reader.deserialize("topic", bytes));
        } catch (RuntimeException refused) {
            return "refused";
        }
    }

    private static String shown(Windowed<byte[]> key) {
        return key == null ? null : hex(key.key()) + " " + key.window();
    }

    private void configure() {
        Map<String, Object> configs = new HashMap<>();
        List<Object> values = Arrays.asList(
                null,
                null,
                Serdes.StringSerde.class.getName(),
                Serdes.LongSerde.class.getName(),
                Serdes.ListSerde.class.getName(),
                "no.such.Class",
                7);
        configs.put(SERIALIZER, edges.oneOf(values));
        configs.put(DESERIALIZER, edges.oneOf(values));
        configs.put(EITHER, edges.random.nextInt(8) == 0 ? edges.oneOf(values) : null);
        configs.put(SIZE, edges.oneOf(Arrays.asList(null, null, 500L, "600", "x", 7)));
        Serializer<Object> serializer = edges.random.nextBoolean() ? serializer() : null;
        Deserializer<Object> deserializer = edges.random.nextBoolean() ? deserializer() : null;
        Long size = edges.random.nextBoolean() ? 10L : null;
        Object key = edges.oneOf(List.of("a", 5L));
        Serializer<Windowed<Object>> times = new TimeWindowedSerializer<>(serializer);
        Serializer<Windowed<Object>> sessions = new SessionWindowedSerializer<>(serializer);
        for (Serializer<Windowed<Object>> writer : List.of(times, sessions)) {
            configured("writer", () -> writer.configure(configs, true));
            edges.see("writes", () -> hex(writer.serialize("t", new Windowed<>(key, new TimeWindow(1, 2)))));
            writer.close();
        }
        TimeWindowedDeserializer<Object> timeReader = new TimeWindowedDeserializer<>(deserializer, size);
        Deserializer<Windowed<Object>> sessionReader = new SessionWindowedDeserializer<>(deserializer);
        for (Deserializer<Windowed<Object>> reader : List.of(timeReader, sessionReader)) {
            configured("reader", () -> reader.configure(configs, true));
            edges.see("reads", () -> reader.deserialize("t", new byte[24]));
            reader.close();
        }
        edges.see("size", timeReader::getWindowSize);
        configured("again", () -> timeReader.configure(configs, true));
    }

    @SuppressWarnings("unchecked")
    private static Serializer<Object> serializer() {
        return (Serializer<Object>) (Serializer<?>) Serdes.String().serializer();
    }

    @SuppressWarnings("unchecked")
    private static Deserializer<Object> deserializer() {
        return (Deserializer<Object>) (Deserializer<?>) Serdes.String().deserializer();
    }

    /** Messages of casts name class loaders, and one of Kafka Streams' has a space too many. */
    private void configured(String what, Runnable action) {
        edges.see(what, () -> {
            try {
                action.run();
                return "configured";
            } catch (ClassCastException wrong) {
                return "not of that type";
            } catch (IllegalArgumentException refused) {
                return "refused: " + refused.getMessage().replace("  ", " ");
            }
        });
    }

    private void types() {
        for (Class<?> type : List.of(String.class, Long.class, byte[].class, Object.class)) {
            edges.see(
                    "time",
                    () -> WindowedSerdes.timeWindowedSerdeFrom(type, 5)
                            .deserializer()
                            .deserialize("t", new byte[16])
                            .window());
            edges.see(
                    "session",
                    () -> WindowedSerdes.sessionWindowedSerdeFrom(type)
                            .deserializer()
                            .deserialize("t", new byte[24])
                            .window());
        }
    }
}
