package org.stoatflow.simulation.fuzz;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.operator.AnswerDeserializer;
import org.stoatflow.operator.Change;
import org.stoatflow.operator.ChangedDeserializer;
import org.stoatflow.operator.ChangedSerializer;
import org.stoatflow.operator.SubscriptionSerde;
import org.stoatflow.operator.UnjoinedBytes;
import org.stoatflow.runtime.cluster.AssignmentInfo;
import org.stoatflow.runtime.cluster.MemberSettings;
import org.stoatflow.runtime.sink.OffsetMetadata;
import org.stoatflow.simulation.stores.StoreKinds;
import org.stoatflow.state.HeaderBytes;
import org.stoatflow.state.engine.PositionsFile;
import org.stoatflow.state.rocks.ManifestFile;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.kstream.SessionWindowedDeserializer;
import org.stoatflow.streams.kstream.TimeWindowedDeserializer;

/** All that reads bytes of others, with a folder for what reads files. Closing it removes the folder. */
final class Readers implements AutoCloseable {
    private static final String TOPIC = "fuzz-topic-of-strangers";
    private static final byte[] VALUE = "value".getBytes(StandardCharsets.UTF_8);

    private final Headers headers = new RecordHeaders();
    private final List<Reader> all = new ArrayList<>();
    private final Path folder;

    Readers() throws IOException {
        folder = Files.createTempDirectory("stoatflow-fuzz");
        addHops();
        addWindows();
        addCommitted();
        StoreKinds.all().forEach((name, store) -> all.add(ChangelogFuzz.of(name, store)));
        all.add(ChangelogFuzz.of("an update buffer with headers", bufferWithHeaders()));
        addFiles();
    }

    private static StoreDescription bufferWithHeaders() {
        return new StoreDescription(
                "held",
                new StoreSettings.Buffer(true),
                new InnerStore(false, false, null),
                new SerdeChoice(Serdes.Bytes(), Serdes.ByteArray()),
                false,
                new ChangelogSettings(true, Map.of()));
    }

    List<Reader> all() {
        return all;
    }

    private void addHops() {
        ByteArraySerializer values = new ByteArraySerializer();
        ChangedSerializer<byte[]> changed = new ChangedSerializer<>(values);
        addTopic(
                "update of a table",
                List.of("ChangedDeserializer", "ReceivedBytes"),
                new ChangedDeserializer<>(new ByteArrayDeserializer()),
                changed.serialize(TOPIC, headers, new Change<>(VALUE, VALUE)),
                changed.serialize(TOPIC, headers, new Change<>(VALUE, null)),
                changed.serialize(TOPIC, headers, new Change<>(null, VALUE)));
        addTopic(
                "answer of a foreign-key join",
                List.of("AnswerDeserializer", "ReceivedBytes"),
                new AnswerDeserializer<>(new ByteArrayDeserializer()),
                hashed(0).put(VALUE).array(),
                new byte[] {(byte) 0x80, 1, 2});
        addTopic(
                "subscription of a foreign-key join",
                List.of("SubscriptionSerde", "ReceivedBytes"),
                new SubscriptionSerde(),
                hashed(1, 3).put(VALUE).putInt(3).array(),
                new byte[] {(byte) 0x80, 0, 1, 2});
        UnjoinedBytes unjoined = new UnjoinedBytes(TOPIC);
        all.add(new Reader(
                "record of a join without a partner",
                TOPIC,
                List.of("UnjoinedFormat", "ReceivedBytes"),
                List.<byte[][]>of(new byte[][] {unjoined.row(), unjoined.list()}),
                parts -> unjoined.read(parts[0], parts[1])));
    }

    /** Begins with these bytes and a hash, and has room for more. */
    private static ByteBuffer hashed(int... head) {
        ByteBuffer bytes = ByteBuffer.allocate(40);
        for (int each : head) {
            bytes.put((byte) each);
        }
        return bytes.putLong(1).putLong(2);
    }

    private void addWindows() {
        byte[] start = ByteBuffer.allocate(16).put(VALUE).putLong(60).array();
        TimeWindowedDeserializer<byte[]> windows = new TimeWindowedDeserializer<>(new ByteArrayDeserializer(), 60L);
        addTopic("key of a window", List.of("WindowedBytes", "TimeWindowedDeserializer"), windows, start);
        TimeWindowedDeserializer<byte[]> logged = new TimeWindowedDeserializer<>(new ByteArrayDeserializer(), 60L);
        logged.setIsChangelogTopic(true);
        addTopic("key of a window in a changelog", List.of("WindowedBytes"), logged, start);
        byte[] times =
                ByteBuffer.allocate(21).put(VALUE).putLong(60).putLong(50).array();
        addTopic(
                "key of a session",
                List.of("WindowedBytes", "SessionWindowedDeserializer"),
                new SessionWindowedDeserializer<>(new ByteArrayDeserializer()),
                times);
    }

    private void addTopic(String name, List<String> classes, Deserializer<?> deserializer, byte[]... samples) {
        all.add(new Reader(
                name,
                "topic=" + TOPIC,
                classes,
                Stream.of(samples).map(sample -> new byte[][] {sample}).toList(),
                parts -> deserializer.deserialize(TOPIC, headers, parts[0])));
    }

    private void addCommitted() {
        SourcePosition position = new SourcePosition(7, Optional.empty(), 80, Map.of("counts", 60L, "sums", 70L));
        all.add(reader(
                "metadata of an offset",
                List.of("OffsetMetadata"),
                OffsetMetadata.encode(position).metadata().getBytes(StandardCharsets.UTF_8),
                Readers::readMetadata));
        MemberSettings settings = new MemberSettings(Map.of("application.server", "host:1", "guarantee", "v2"));
        all.add(reader(
                "settings of a member",
                List.of("AssignmentInfo"),
                AssignmentInfo.encode(settings).array(),
                bytes -> AssignmentInfo.settings(ByteBuffer.wrap(bytes))));
        all.add(reader(
                "note of an assignment",
                List.of("AssignmentInfo"),
                new AssignmentInfo("owner", settings, Map.of("in", 3, "changes", 4))
                        .encode()
                        .array(),
                bytes -> AssignmentInfo.decode(ByteBuffer.wrap(bytes))));
        byte[] row = HeaderBytes.before(new RecordHeaders().add("id", VALUE).add("none", null), VALUE);
        all.add(new Reader(
                "headers in front of a value",
                "row",
                List.of("HeaderBytes"),
                List.<byte[][]>of(new byte[][] {row}),
                parts -> {
                    HeaderBytes.headers(parts[0]);
                    HeaderBytes.plain(parts[0]);
                }));
    }

    private static void readMetadata(byte[] bytes) {
        OffsetAndMetadata committed = new OffsetAndMetadata(7, new String(bytes, StandardCharsets.UTF_8));
        OffsetMetadata.partitionTime(committed);
        OffsetMetadata.closedMs(committed);
    }

    private void addFiles() throws IOException {
        ManifestFile manifest = new ManifestFile(folder.resolve("database"));
        all.add(reader("list of a database's files", List.of("Manifest"), manifest.bytes(), manifest::read));
        Path task = Files.createDirectory(folder.resolve("task"));
        PositionsFile positions = new PositionsFile(task);
        all.add(new Reader(
                "positions of a user's stores",
                task.toString(),
                List.of("TaskFolder"),
                List.<byte[][]>of(new byte[][] {positions.bytes()}),
                parts -> positions.read(parts[0])));
    }

    /** Takes bytes that nobody refuses. */
    @FunctionalInterface
    private interface One {
        void read(byte[] bytes) throws IOException;
    }

    private static Reader reader(String name, List<String> classes, byte[] sample, One one) {
        return new Reader(name, null, classes, List.<byte[][]>of(new byte[][] {sample}), parts -> one.read(parts[0]));
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
