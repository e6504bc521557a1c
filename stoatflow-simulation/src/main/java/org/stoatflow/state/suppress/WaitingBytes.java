package org.stoatflow.state.suppress;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.stoatflow.record.CopyOnWriteHeaders;

/** The rows of records and updates that wait, for who is no store of them. */
public final class WaitingBytes {
    private WaitingBytes() {}

    /** A row as the stores write it. */
    public static byte[] row() {
        CopyOnWriteHeaders headers =
                CopyOnWriteHeaders.of(new RecordHeaders().add("id", utf8("7")).add("none", null));
        return UpdateBytes.write(
                90, new WaitingUpdate(80, headers, UpdatePlace.NONE, utf8("old"), utf8("old"), utf8("new")));
    }

    /** The key of a record that waits. */
    public static byte[] key() {
        return WaitingKey.of(80, utf8("key"), 1);
    }

    /** Reads a row as the stores do when its turn comes. */
    public static void read(byte[] row) {
        UpdateBytes.read(row);
        UpdateBytes.before(row);
        UpdateBytes.timeMs(row);
    }

    /** A mark of a former value, as a header of a changelog record. */
    public static byte[] mark() {
        return ValueMarks.mark(new RecordHeaders().add("id", utf8("6")), 70);
    }

    /** Adds a mark of both former values to the headers of a changelog record. */
    public static void addMarks(Headers headers, byte[] mark) {
        headers.add(ValueMarks.OLD_HEADER, mark);
        headers.add(ValueMarks.BEFORE_HEADER, mark);
    }

    /** Reads a row with marks as the stores do when its turn comes. */
    public static void readMarked(byte[] row) {
        ValueMarks marks = ValueMarks.of(row);
        for (byte[] mark : new byte[][] {marks.before(), marks.oldValue()}) {
            if (mark != null) {
                ValueMarks.headers(mark);
                ValueMarks.timestamp(mark);
            }
        }
        read(ValueMarks.update(row));
    }

    /** Reads a key as the stores do when its turn comes. */
    public static void readKey(byte[] key) {
        WaitingKey.timestamp(key);
        WaitingKey.key(key);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
