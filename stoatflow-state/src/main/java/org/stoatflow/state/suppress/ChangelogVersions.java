package org.stoatflow.state.suppress;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.state.RestoredRows;

/**
 * The versions of changelog records of updates that wait. A header says which one a record has; those of Kafka Streams
 * 2.1 have none. Records are written in version 3, and read in any.
 */
final class ChangelogVersions {
    private static final String HEADER = "v";

    /** The headers of records that are written now. */
    static final CopyOnWriteHeaders CURRENT = CopyOnWriteHeaders.of(new RecordHeaders().add(HEADER, new byte[] {3}));

    private ChangelogVersions() {}

    /**
     * Makes a row of a changelog record. Versions 0 and 1 do not say what the row was before its first update that
     * waits: that stands in the row which the records before have left.
     *
     * @throws IllegalArgumentException if the record has a version that is not known
     */
    static byte[] row(byte[] key, byte[] value, long timestamp, Headers headers, RestoredRows rows) {
        Header version = headers.lastHeader(HEADER);
        if (version == null) {
            return ofVersion0(key, value, timestamp, headers, rows);
        }
        byte[] number = version.value();
        return switch (number != null && number.length == 1 ? number[0] : -1) {
            case 1 -> ofVersion1(key, value, rows);
            case 2 -> ofVersion2(value);
            case 3 -> UpdateBytes.checked(value);
            default ->
                throw new IllegalArgumentException("A changelog record of a suppression has version "
                        + Arrays.toString(number)
                        + ", and 0 to 3 are known. A newer application may have written it: use that one's version, or"
                        + " reset the application");
        };
    }

    /** Time ‖ old value and new value; the record's own timestamp and headers are the update's. */
    private static byte[] ofVersion0(byte[] key, byte[] value, long timestamp, Headers headers, RestoredRows rows) {
        ByteBuffer in = ByteBuffer.wrap(value);
        long timeMs = in.getLong();
        UpdateBytes.Origin origin =
                new UpdateBytes.Origin(UpdateBytes.requireTime(timestamp), headers, UpdatePlace.NONE);
        return row(timeMs, origin, in, rows.get(key));
    }

    /** Time ‖ origin ‖ length of what follows ‖ old value and new value. */
    private static byte[] ofVersion1(byte[] key, byte[] value, RestoredRows rows) {
        ByteBuffer in = ByteBuffer.wrap(value);
        long timeMs = in.getLong();
        UpdateBytes.Origin origin = UpdateBytes.origin(in);
        return row(timeMs, origin, change(in), rows.get(key));
    }

    private static byte[] row(long timeMs, UpdateBytes.Origin origin, ByteBuffer change, byte @Nullable [] rowBefore) {
        byte[] oldValue = UpdateBytes.array(change);
        byte[] newValue = UpdateBytes.array(change);
        byte[] known = rowBefore == null ? null : UpdateBytes.before(rowBefore);
        return UpdateBytes.write(timeMs, origin.update(known == null ? oldValue : known, oldValue, newValue));
    }

    /**
     * Origin ‖ length of the values ‖ old value and new value ‖ value before ‖ time. Kafka Streams 2.4.0, 2.4.1 and
     * 2.5.0 wrote records of version 3 with this number.
     */
    private static byte[] ofVersion2(byte[] value) {
        try {
            ByteBuffer in = ByteBuffer.wrap(value);
            UpdateBytes.Origin origin = UpdateBytes.origin(in);
            ByteBuffer change = change(in);
            byte[] oldValue = UpdateBytes.array(change);
            byte[] newValue = UpdateBytes.array(change);
            byte[] before = UpdateBytes.array(in);
            return UpdateBytes.write(in.getLong(), origin.update(before, oldValue, newValue));
        } catch (RuntimeException notVersion2) {
            return UpdateBytes.checked(value);
        }
    }

    private static ByteBuffer change(ByteBuffer in) {
        byte[] values = UpdateBytes.array(in);
        if (values == null) {
            throw new IllegalArgumentException("an update has no values");
        }
        return ByteBuffer.wrap(values);
    }
}
