package org.stoatflow.state.suppress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.stoatflow.state.RestoredRows;

/** Changelog records of all versions become rows of the newest one. */
class ChangelogVersionsTest {
    private static final byte[] KEY = bytes("key");

    private final Map<String, byte[]> stored = new HashMap<>();

    private final RestoredRows rows = new RestoredRows() {
        @Override
        public byte @Nullable [] get(byte[] key) {
            return stored.get(text(key));
        }

        @Override
        public void put(byte[] key, byte @Nullable [] row) {
            stored.put(text(key), row);
        }

        @Override
        public void deleteRange(byte @Nullable [] from, byte @Nullable [] to) {
            throw new UnsupportedOperationException();
        }
    };

    @Test
    void shouldReadVersion0() {
        Headers headers = new RecordHeaders().add("h", bytes("x"));
        byte[] row = restored(all(time(7), sized("old"), sized("new")), headers);
        WaitingUpdate update = UpdateBytes.read(row);
        assertEquals(7, UpdateBytes.timeMs(row));
        assertUpdate(update, "old", "old", "new");
        assertEquals(99, update.timestamp());
        assertEquals("x", text(update.headers().lastHeader("h").value()));
        assertNull(update.place().known());
    }

    @Test
    void shouldReadVersion1() {
        byte[] row = restored(all(time(7), origin(), sized(all(sized("old"), sized("new")))), version(1));
        assertEquals(7, UpdateBytes.timeMs(row));
        assertUpdate(UpdateBytes.read(row), "old", "old", "new");
        assertOrigin(UpdateBytes.read(row));
    }

    @Test
    void shouldTakeTheValueBeforeFromTheRowBefore() {
        rows.put(KEY, restored(all(time(7), origin(), sized(all(sized("first"), sized("second")))), version(1)));
        byte[] row = restored(all(time(7), origin(), sized(all(sized("second"), sized("third")))), version(1));
        assertUpdate(UpdateBytes.read(row), "first", "second", "third");
        rows.put(KEY, row);
        row = restored(all(time(7), sized("third"), nothing()), new RecordHeaders());
        assertUpdate(UpdateBytes.read(row), "first", "third", null);
    }

    @Test
    void shouldReadVersion2() {
        byte[] row =
                restored(all(origin(), sized(all(sized("old"), sized("new"))), sized("before"), time(7)), version(2));
        assertEquals(7, UpdateBytes.timeMs(row));
        assertUpdate(UpdateBytes.read(row), "before", "old", "new");
        assertOrigin(UpdateBytes.read(row));
    }

    @Test
    void shouldReadVersion3ThatSaysItIsVersion2() {
        byte[] third = all(origin(), nothing(), nothing(), sized("new"), time(7));
        assertArrayEquals(third, restored(third, version(2)));
    }

    @Test
    void shouldTakeVersion3AsItIs() {
        byte[] third =
                all(origin(), sized("before"), ByteBuffer.allocate(4).putInt(-2).array(), sized("new"), time(7));
        byte[] row = restored(third, version(3));
        assertArrayEquals(third, row);
        assertUpdate(UpdateBytes.read(row), "before", "before", "new");
        assertArrayEquals(third, UpdateBytes.write(7, UpdateBytes.read(row)));
        assertEquals("before", text(UpdateBytes.before(row)));
    }

    @Test
    void shouldWriteTheVersion() {
        assertArrayEquals(
                new byte[] {3}, ChangelogVersions.CURRENT.lastHeader("v").value());
    }

    @Test
    void shouldRefuseVersionsThatAreNotKnown() {
        assertThrows(IllegalArgumentException.class, () -> restored(all(time(7)), version(4)));
    }

    @Test
    void shouldRefuseTimesThatNoRecordCanHave() {
        byte[] origin = origin();
        ByteBuffer.wrap(origin).putLong(-1);
        byte[] third = all(origin, nothing(), nothing(), sized("new"), time(7));
        assertThrows(IllegalArgumentException.class, () -> restored(third, version(3)));
        assertThrows(IllegalArgumentException.class, () -> restored(third, version(2)));
        byte[] first = all(time(7), origin, sized(all(sized("old"), sized("new"))));
        assertThrows(IllegalArgumentException.class, () -> restored(first, version(1)));
        byte[] none = all(time(7), sized("old"), sized("new"));
        assertThrows(
                IllegalArgumentException.class, () -> ChangelogVersions.row(KEY, none, -1, new RecordHeaders(), rows));
        assertThrows(IllegalArgumentException.class, () -> WaitingKey.checked(WaitingKey.of(-1, KEY, 0)));
    }

    private byte[] restored(byte[] value, Headers headers) {
        return ChangelogVersions.row(KEY, value, 99, headers, rows);
    }

    private static void assertUpdate(WaitingUpdate update, String before, String oldValue, String newValue) {
        assertEquals(before, text(update.before()));
        assertEquals(oldValue, text(update.oldValue()));
        assertEquals(newValue, text(update.newValue()));
    }

    private static void assertOrigin(WaitingUpdate update) {
        assertEquals(11, update.timestamp());
        assertEquals(new UpdatePlace("in", 2, 12), update.place());
        assertEquals("x", text(update.headers().lastHeader("h").value()));
    }

    private static byte[] origin() {
        ByteBuffer numbers = ByteBuffer.allocate(16).putLong(11).putLong(12);
        ByteBuffer rest = ByteBuffer.allocate(8).putInt(2).putInt(1);
        return all(numbers.array(), sized("in"), rest.array(), sized("h"), sized("x"));
    }

    private static Headers version(int number) {
        return new RecordHeaders().add("v", new byte[] {(byte) number});
    }

    private static byte[] time(long timeMs) {
        return ByteBuffer.allocate(8).putLong(timeMs).array();
    }

    private static byte[] nothing() {
        return ByteBuffer.allocate(4).putInt(-1).array();
    }

    private static byte[] sized(String text) {
        return sized(bytes(text));
    }

    private static byte[] sized(byte[] bytes) {
        return ByteBuffer.allocate(4 + bytes.length)
                .putInt(bytes.length)
                .put(bytes)
                .array();
    }

    private static byte[] all(byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteBuffer all = ByteBuffer.allocate(length);
        for (byte[] part : parts) {
            all.put(part);
        }
        return all.array();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static @Nullable String text(byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }
}
