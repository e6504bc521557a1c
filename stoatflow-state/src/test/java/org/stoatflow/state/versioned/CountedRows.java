package org.stoatflow.state.versioned;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.state.overlay.RowCursor;
import org.stoatflow.state.overlay.RowStore;

/** Rows of one partition that count how many are deleted one by one. Ranges are deleted later, as by an engine. */
final class CountedRows implements RowStore {
    int deleted;
    private final NavigableMap<byte[], byte[]> rows = new TreeMap<>(Arrays::compareUnsigned);
    private byte @Nullable [] deletedTo;

    int size() {
        return rows.size();
    }

    void applyRangeDeletes() {
        if (deletedTo != null) {
            rows.headMap(deletedTo, false).clear();
            deletedTo = null;
        }
    }

    @Override
    public void write(int partition, byte[] key, byte @Nullable [] value, long timestamp) {
        if (value == null) {
            rows.remove(key);
            deleted++;
        } else {
            rows.put(key, value);
        }
    }

    @Override
    public void delete(int partition, byte[] key, long timestamp, CopyOnWriteHeaders headers) {
        write(partition, key, null, timestamp);
    }

    @Override
    public void log(
            int partition, byte[] key, byte @Nullable [] value, long timestamp, @Nullable CopyOnWriteHeaders headers) {
        throw new UnsupportedOperationException("nothing is logged");
    }

    @Override
    public void deleteRange(int partition, byte @Nullable [] from, byte @Nullable [] to) {
        deletedTo = to;
    }

    @Override
    public long approximateEntries(int partition) {
        return rows.size();
    }

    @Override
    public byte @Nullable [] read(int partition, byte[] key) {
        return rows.get(key);
    }

    @Override
    public long readTimestamp() {
        return -1;
    }

    @Override
    public RowCursor scan(int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward) {
        NavigableMap<byte[], byte[]> range = to == null ? rows : rows.headMap(to, false);
        range = from == null ? range : range.tailMap(from, true);
        return new Cursor((forward ? range : range.descendingMap()).entrySet().iterator());
    }

    private static final class Cursor implements RowCursor {
        private final Iterator<Map.Entry<byte[], byte[]>> rows;
        private Map.@Nullable Entry<byte[], byte[]> row;

        Cursor(Iterator<Map.Entry<byte[], byte[]>> rows) {
            this.rows = rows;
        }

        @Override
        public boolean advance() {
            row = rows.hasNext() ? rows.next() : null;
            return row != null;
        }

        @Override
        public byte[] key() {
            return row.getKey();
        }

        @Override
        public byte[] value() {
            return row.getValue();
        }

        @Override
        public long timestamp() {
            return -1;
        }

        @Override
        public void requireOpen() {}

        @Override
        public void close() {}
    }
}
