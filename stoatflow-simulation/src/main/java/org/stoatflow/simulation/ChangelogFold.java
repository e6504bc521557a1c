package org.stoatflow.simulation;

import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.RestoredRows;
import org.stoatflow.state.RowRestorer;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.state.segment.Retention;
import org.stoatflow.state.segment.SegmentPrefix;
import org.stoatflow.state.store.StoreFormat;
import org.stoatflow.stores.StoreDescription;

/** The rows that a changelog gives up to an offset. */
final class ChangelogFold implements RestoredRows {
    private final NavigableMap<byte[], byte[]> rows = new TreeMap<>(Arrays::compareUnsigned);
    private final StoreFormat format;
    private final @Nullable Retention retention;
    private RowRestorer restorer;
    private long newestSegment = -1;
    private int next;
    private long upTo;
    private @Nullable ConsumerRecord<byte[], byte[]> restoring; // none between two records
    private byte @Nullable [] watched; // the row that is looked for, if any
    private @Nullable ConsumerRecord<byte[], byte[]> lastOfWatched;

    ChangelogFold(StoreDescription store) {
        format = StoreFormats.of(store);
        restorer = format.restorer();
        retention = Retention.of(store).orElse(null);
    }

    void advance(List<ConsumerRecord<byte[], byte[]>> records, long position) {
        if (position < upTo) {
            rows.clear();
            restorer = format.restorer();
            newestSegment = -1;
            next = 0;
        }
        upTo = position;
        for (; next < records.size() && records.get(next).offset() < position; next++) {
            ConsumerRecord<byte[], byte[]> record = records.get(next);
            restoring = record;
            restorer.restore(record.key(), record.value(), record.timestamp(), record.headers(), this);
            restoring = null;
        }
    }

    /** The last record before a position that has written a row, or removed it; null if there is none. */
    static @Nullable ConsumerRecord<byte[], byte[]> lastOf(
            byte[] row, StoreDescription store, List<ConsumerRecord<byte[], byte[]>> records, long position) {
        ChangelogFold fold = new ChangelogFold(store);
        fold.watched = row;
        fold.advance(records, position);
        return fold.lastOfWatched;
    }

    /** The first row that cannot have expired, since rows that have may leave at any time; null if none expire. */
    byte @Nullable [] firstLive() {
        if (retention == null) {
            return null;
        }
        long newestMs = (newestSegment + 1) * retention.segmentMs() - 1;
        return SegmentPrefix.start(retention.firstLive(newestMs));
    }

    NavigableMap<byte[], byte[]> live() {
        byte[] first = firstLive();
        return first == null ? rows : rows.tailMap(first, true);
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        return rows.get(key);
    }

    @Override
    public void put(byte[] key, byte @Nullable [] stored) {
        if (watched != null && Arrays.equals(watched, key)) {
            lastOfWatched = restoring;
        }
        if (stored == null) {
            rows.remove(key);
        } else {
            rows.put(key, stored);
        }
        if (retention != null) {
            newestSegment = Math.max(newestSegment, SegmentPrefix.segment(key));
        }
    }

    @Override
    public void deleteRange(byte @Nullable [] from, byte @Nullable [] to) {
        NavigableMap<byte[], byte[]> tail = from == null ? rows : rows.tailMap(from, true);
        (to == null ? tail : tail.headMap(to, false)).clear();
    }
}
