package org.stoatflow.state.suppress;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.Change;
import org.stoatflow.operator.HeldRecord;
import org.stoatflow.record.RecordAccess;
import org.stoatflow.state.store.StoreSerdes;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.processor.api.RecordMetadata;

/**
 * Makes rows of updates and updates of rows. Where a buffer keeps headers, each value is written and read with its own
 * ones: an old value with those of the update before. Else all parts of an update have its headers. Thread: the lane's.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class UpdateCodec<K, V> {
    private static final long UNKNOWN_TIME = -1;

    private final StoreSerdes<K, V> serdes;
    private final boolean withHeaders;

    UpdateCodec(StoreSerdes<K, V> serdes, boolean withHeaders) {
        this.serdes = serdes;
        this.withHeaders = withHeaders;
    }

    /**
     * A row.
     *
     * @param timeMs the time by which updates are ordered
     * @param former the row with the update that waits so far; null for none
     */
    byte[] row(long timeMs, Record<K, Change<V>> update, @Nullable RecordMetadata origin, byte @Nullable [] former) {
        WaitingUpdate known = former == null ? null : update(former);
        Change<V> change = update.value();
        byte[] oldMark = null;
        byte[] oldValue;
        if (withHeaders) {
            WaitingUpdate valued = known == null || known.newValue() == null ? null : known;
            Headers headers = valued == null ? new RecordHeaders() : new RecordHeaders(valued.headers());
            oldValue = change.oldValue() == null ? null : serdes.valueBytes(change.oldValue(), headers);
            long oldTime = valued == null ? UNKNOWN_TIME : valued.timestamp();
            oldMark = oldValue == null ? null : ValueMarks.mark(headers, oldTime);
        } else {
            oldValue = change.oldValue() == null ? null : serdes.valueBytes(change.oldValue());
        }
        byte[] newValue = change.newValue() == null ? null : serdes.valueBytes(change.newValue());
        byte[] bytes = UpdateBytes.write(
                timeMs,
                new WaitingUpdate(
                        update.timestamp(),
                        RecordAccess.headersToShare(update),
                        UpdatePlace.of(origin),
                        known == null ? oldValue : known.before(),
                        oldValue,
                        newValue));
        if (!withHeaders) {
            return bytes;
        }
        return new ValueMarks(former == null ? oldMark : ValueMarks.of(former).before(), oldMark).inFrontOf(bytes);
    }

    long timeMs(byte[] row) {
        return UpdateBytes.timeMs(row);
    }

    long estimatedBytes(byte[] key, byte[] row) {
        WaitingUpdate update = update(row);
        long bytes = update.estimatedBytes(key);
        return withHeaders ? bytes + ValueMarks.of(row).moreBytes(update) : bytes;
    }

    HeldRecord<K, Change<V>> held(byte[] key, byte[] row) {
        WaitingUpdate update = update(row);
        Headers headers = update.headers();
        K typedKey;
        Change<V> change;
        if (withHeaders) {
            byte[] oldMark = ValueMarks.of(row).oldValue();
            V newValue = value(update.newValue(), headers);
            V oldValue = value(update.oldValue(), oldMark == null ? headers : ValueMarks.headers(oldMark));
            change = new Change<>(newValue, oldValue);
            typedKey = serdes.key(key, headers);
        } else {
            typedKey = serdes.key(key, headers);
            change = new Change<>(value(update.newValue(), headers), value(update.oldValue(), headers));
        }
        return new HeldRecord<>(
                typedKey, change, update.timestamp(), headers, update.place().known());
    }

    /** The value before the first update that waits. */
    @Nullable
    V before(byte[] row) {
        WaitingUpdate update = update(row);
        byte[] mark = withHeaders ? ValueMarks.of(row).before() : null;
        return value(update.before(), mark == null ? update.headers() : ValueMarks.headers(mark));
    }

    /** The time of that value. */
    long timeBefore(byte[] row) {
        byte[] mark = withHeaders ? ValueMarks.of(row).before() : null;
        return mark == null ? UNKNOWN_TIME : ValueMarks.timestamp(mark);
    }

    private @Nullable V value(byte @Nullable [] bytes, Headers headers) {
        return bytes == null ? null : serdes.value(bytes, headers);
    }

    private WaitingUpdate update(byte[] row) {
        return UpdateBytes.read(withHeaders ? ValueMarks.update(row) : row);
    }
}
