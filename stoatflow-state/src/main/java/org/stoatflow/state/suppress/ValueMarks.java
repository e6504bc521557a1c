package org.stoatflow.state.suppress;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.state.HeaderBytes;

/**
 * The headers and timestamps of an update's former values, where a buffer keeps headers ({@code dsl.store.format}).
 * Those of the new value are the update's own. A mark is the size of the headers ‖ the headers ‖ the timestamp (8
 * bytes), as Kafka Streams writes it in front of a value, and into a header of the changelog record.
 *
 * <p>In a row, the marks stand in front of the update, each behind its length, or -1 for null.
 *
 * @param before the mark of the value before the first update that waits; null where there is no such value
 * @param oldValue the mark of the value before this update; null where there is no such value
 */
record ValueMarks(byte @Nullable [] before, byte @Nullable [] oldValue) {
    static final String BEFORE_HEADER = "vh.prior";
    static final String OLD_HEADER = "vh.old";
    private static final int NULL = -1;

    static byte[] mark(Headers headers, long timestamp) {
        return HeaderBytes.before(
                headers, ByteBuffer.allocate(Long.BYTES).putLong(timestamp).array());
    }

    static Headers headers(byte[] mark) {
        return HeaderBytes.headers(mark);
    }

    static long timestamp(byte[] mark) {
        return ByteBuffer.wrap(mark).getLong(mark.length - Long.BYTES);
    }

    // ---- rows

    byte[] inFrontOf(byte[] update) {
        ByteBuffer row = ByteBuffer.allocate(2 * Integer.BYTES + length(before) + length(oldValue) + update.length);
        put(row, before);
        put(row, oldValue);
        return row.put(update).array();
    }

    static ValueMarks of(byte[] row) {
        ByteBuffer in = ByteBuffer.wrap(row);
        return new ValueMarks(UpdateBytes.array(in), UpdateBytes.array(in));
    }

    /** What a row has behind the marks. */
    static byte[] update(byte[] row) {
        int at = Integer.BYTES + Math.max(0, ByteBuffer.wrap(row).getInt());
        at += Integer.BYTES + Math.max(0, ByteBuffer.wrap(row).getInt(at));
        return Arrays.copyOfRange(row, at, row.length);
    }

    private static void put(ByteBuffer row, byte @Nullable [] mark) {
        row.putInt(mark == null ? NULL : mark.length);
        if (mark != null) {
            row.put(mark);
        }
    }

    private static int length(byte @Nullable [] mark) {
        return mark == null ? 0 : mark.length;
    }

    // ---- the changelog

    /** The headers of the changelog record: version and marks, that of the value before only where it differs. */
    CopyOnWriteHeaders logged(WaitingUpdate update) {
        Headers headers = new RecordHeaders(ChangelogVersions.CURRENT);
        if (before != null && !isOldBefore(update)) {
            headers.add(new RecordHeader(BEFORE_HEADER, before));
        }
        if (oldValue != null) {
            headers.add(new RecordHeader(OLD_HEADER, oldValue));
        }
        return CopyOnWriteHeaders.of(headers);
    }

    /**
     * The marks of an update that is restored. A value without a mark, which no buffer with headers has written, gets
     * no headers and the update's timestamp.
     *
     * @throws org.apache.kafka.common.errors.SerializationException if a header is no mark
     */
    static ValueMarks restored(WaitingUpdate update, Headers logged) {
        byte[] loggedBefore = checked(logged.lastHeader(BEFORE_HEADER));
        byte[] loggedOld = checked(logged.lastHeader(OLD_HEADER));
        byte[] none = mark(CopyOnWriteHeaders.NONE, update.timestamp());
        byte[] oldValue = update.oldValue() == null ? null : loggedOld == null ? none : loggedOld;
        if (update.isOldBefore() && loggedBefore == null) {
            return new ValueMarks(oldValue, oldValue);
        }
        byte[] before = update.before() == null ? null : loggedBefore == null ? none : loggedBefore;
        return new ValueMarks(before, oldValue);
    }

    private static byte @Nullable [] checked(@Nullable Header header) {
        if (header == null || header.value() == null) {
            return null;
        }
        byte[] mark = header.value();
        HeaderBytes.headers(mark);
        int rest = HeaderBytes.plain(mark).length;
        if (rest != Long.BYTES) {
            throw new IllegalArgumentException(
                    "an update's header " + header.key() + " has " + rest + " bytes for a timestamp");
        }
        return mark;
    }

    // ---- sizes

    /** How much more the update takes than without headers, by Kafka Streams' estimate. */
    long moreBytes(WaitingUpdate update) {
        long more = length(before);
        if (update.newValue() != null) {
            more += mark(update.headers(), update.timestamp()).length;
        }
        if (!isOldBefore(update)) {
            more += length(oldValue) + (update.isOldBefore() ? length(update.oldValue()) : 0);
        }
        return more;
    }

    /** Whether the value before and the old value are the same, with headers and timestamp. */
    private boolean isOldBefore(WaitingUpdate update) {
        return update.isOldBefore() && Arrays.equals(before, oldValue);
    }
}
