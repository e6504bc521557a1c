package org.stoatflow.simulation.fuzz;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.restore.RestoredRecord;
import org.stoatflow.state.RestoredRows;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.state.store.StoreFormat;
import org.stoatflow.state.suppress.WaitingBytes;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;

/** Restores one record of a changelog, and reads what can only be read later, which must not fail then. */
final class ChangelogFuzz {
    private static final String TOPIC = "fuzz-s-changelog";
    private static final int PARTITION = 3;
    private static final long OFFSET = 4_711;
    private static final long TIMESTAMP = 80;
    private static final byte[] NO_HEADER = {};
    private static final byte[] NEWEST = {3}; // version of an update's format
    private static final byte[] KEY = "key".getBytes(StandardCharsets.UTF_8);
    private static final byte[] VALUE = "value".getBytes(StandardCharsets.UTF_8);

    private final StoreDescription store;
    private final StoreFormat format;

    private ChangelogFuzz(StoreDescription store) {
        this.store = store;
        format = StoreFormats.of(store);
    }

    static Reader of(String name, StoreDescription store) {
        ChangelogFuzz reader = new ChangelogFuzz(store);
        return new Reader(
                "changelog of " + name,
                "topic " + TOPIC + ", partition " + PARTITION + ", offset " + OFFSET,
                reader.classes(),
                reader.samples(),
                reader::read);
    }

    private List<String> classes() {
        return switch (store.settings()) {
            case StoreSettings.Window window -> List.of("WindowKeys", "SegmentPrefix");
            case StoreSettings.Session session -> List.of("SessionKeys", "SegmentPrefix");
            case StoreSettings.Versioned versioned -> List.of("VersionKeys", "Version");
            case StoreSettings.Buffer buffer when buffer.withHeaders() -> List.of("ValueMarks");
            case StoreSettings.Buffer buffer -> List.of("ChangelogVersions", "UpdateBytes");
            case StoreSettings.Waiting waiting -> List.of("WaitingKey", "UpdateBytes");
            default -> List.of("ValueLayout");
        };
    }

    /** Each is key, value, and the value of a header; no bytes there stand for no header. */
    private List<byte[][]> samples() {
        return switch (store.settings()) {
            case StoreSettings.Window window ->
                List.<byte[][]>of(
                        new byte[][] {behindKey(12).putLong(60).putInt(1).array(), VALUE, NO_HEADER});
            case StoreSettings.Session session ->
                List.<byte[][]>of(
                        new byte[][] {behindKey(16).putLong(60).putLong(50).array(), VALUE, NO_HEADER});
            case StoreSettings.Buffer buffer
            when buffer.withHeaders() ->
                List.of(
                        new byte[][] {KEY, WaitingBytes.row(), NO_HEADER},
                        new byte[][] {KEY, WaitingBytes.row(), WaitingBytes.mark()});
            case StoreSettings.Buffer buffer -> updates();
            case StoreSettings.Waiting waiting ->
                List.<byte[][]>of(new byte[][] {WaitingBytes.key(), WaitingBytes.row(), NO_HEADER});
            default -> List.of(new byte[][] {KEY, VALUE, NO_HEADER}, new byte[][] {KEY, VALUE, {1}});
        };
    }

    private static ByteBuffer behindKey(int more) {
        return ByteBuffer.allocate(KEY.length + more).put(KEY);
    }

    /** An update in all versions of its format. */
    private static List<byte[][]> updates() {
        byte[] change = ByteBuffer.allocate(8 + VALUE.length)
                .putInt(-1)
                .putInt(VALUE.length)
                .put(VALUE)
                .array();
        byte[] origin = ByteBuffer.allocate(28).putLong(80).putLong(-1).array(); // no topic, no headers
        byte[] first =
                ByteBuffer.allocate(8 + change.length).putLong(90).put(change).array();
        byte[] second = ByteBuffer.allocate(8 + origin.length + 4 + change.length)
                .putLong(90)
                .put(origin)
                .putInt(change.length)
                .put(change)
                .array();
        byte[] third = ByteBuffer.allocate(origin.length + 4 + change.length + 4 + 8)
                .put(origin)
                .putInt(change.length)
                .put(change)
                .putInt(-1)
                .putLong(90)
                .array();
        return List.of(
                new byte[][] {KEY, first, NO_HEADER},
                new byte[][] {KEY, second, {1}},
                new byte[][] {KEY, third, {2}},
                new byte[][] {KEY, WaitingBytes.row(), {3}});
    }

    private void read(byte[][] parts) {
        Headers headers = new RecordHeaders();
        if (hasMarks()) {
            headers.add("v", NEWEST);
        }
        if (parts[2].length > 0 && hasMarks()) {
            WaitingBytes.addMarks(headers, parts[2]);
        } else if (parts[2].length > 0) {
            headers.add("v", parts[2]);
        }
        ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>(
                TOPIC,
                PARTITION,
                OFFSET,
                TIMESTAMP,
                TimestampType.CREATE_TIME,
                parts[0].length,
                parts[1].length,
                parts[0],
                parts[1],
                headers,
                Optional.empty());
        Rows rows = new Rows();
        RestoredRecord.restore(store.name(), record, format.restorer(), rows);
        format.shownTimeMs(parts[0], parts[1], TIMESTAMP);
        rows.values.forEach(this::readLater);
    }

    /** Whether the header of a sample is that of former values, and not the version. */
    private boolean hasMarks() {
        return store.settings() instanceof StoreSettings.Buffer buffer && buffer.withHeaders();
    }

    private void readLater(Bytes key, byte[] row) {
        if (hasMarks()) {
            WaitingBytes.readMarked(row);
        } else if (store.settings() instanceof StoreSettings.Buffer
                || store.settings() instanceof StoreSettings.Waiting) {
            WaitingBytes.read(row);
        }
        if (store.settings() instanceof StoreSettings.Waiting) {
            WaitingBytes.readKey(key.get());
        }
    }

    /** The rows of one record. */
    private static final class Rows implements RestoredRows {
        private final NavigableMap<Bytes, byte[]> values = new TreeMap<>();

        @Override
        public byte @Nullable [] get(byte[] key) {
            return values.get(Bytes.wrap(key));
        }

        @Override
        public void put(byte[] key, byte @Nullable [] stored) {
            if (stored == null) {
                values.remove(Bytes.wrap(key));
            } else {
                values.put(Bytes.wrap(key), stored);
            }
        }

        @Override
        public void deleteRange(byte @Nullable [] from, byte @Nullable [] to) {
            // one record has no rows before it
        }
    }
}
