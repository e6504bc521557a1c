package org.stoatflow.state.suppress;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.state.ChangelogCollector;
import org.stoatflow.state.RestoredRows;
import org.stoatflow.state.RowLayout;
import org.stoatflow.state.RowRestorer;
import org.stoatflow.state.SerdeDefaults;
import org.stoatflow.state.ValueLayout;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.overlay.WrittenRows;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreFormat;
import org.stoatflow.state.store.StoreSerdes;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.processor.StateStore;

/**
 * Buffers of updates: a row has the bytes of its key, and its value is that of the changelog record ({@link
 * UpdateBytes}), behind {@link ValueMarks} where the buffer keeps headers. The record's time is the producer's, and its
 * headers say the version and those marks.
 */
public final class UpdateBufferFormat implements StoreFormat {
    private final StoreDescription store;

    /**
     * The format of a store.
     *
     * @param store the store
     */
    public UpdateBufferFormat(StoreDescription store) {
        this.store = store;
    }

    @Override
    public RowLayout layout() {
        return store.settings().withHeaders() ? RowLayout.UPDATE_WITH_HEADERS : RowLayout.PLAIN;
    }

    @Override
    public ValueLayout values() {
        return ValueLayout.PLAIN;
    }

    @Override
    public StateStore view(StoreContext context, RowStore rows, SerdeDefaults defaults) {
        return new UpdateBufferRows<>(store, context, rows, StoreSerdes.of(store, defaults, context));
    }

    @Override
    public void log(int storeId, WrittenRows rows, ChangelogCollector out) {
        boolean withHeaders = store.settings().withHeaders();
        int size = rows.size();
        for (int entry = 0; entry < size; entry++) {
            byte[] value = rows.value(entry);
            CopyOnWriteHeaders headers = value == null ? null : ChangelogVersions.CURRENT;
            if (withHeaders && value != null) {
                ValueMarks marks = ValueMarks.of(value);
                value = ValueMarks.update(value);
                headers = marks.logged(UpdateBytes.read(value));
            }
            out.append(
                    storeId, rows.partition(entry), rows.key(entry), value, ChangelogCollector.NO_TIMESTAMP, headers);
        }
    }

    @Override
    public RowRestorer restorer() {
        if (store.settings().withHeaders()) {
            return (key, value, timestamp, headers, rows) ->
                    rows.put(key, value == null ? null : withMarks(key, value, timestamp, headers, rows));
        }
        return (key, value, timestamp, headers, rows) ->
                rows.put(key, value == null ? null : ChangelogVersions.row(key, value, timestamp, headers, rows));
    }

    private static byte[] withMarks(byte[] key, byte[] value, long timestamp, Headers headers, RestoredRows rows) {
        byte[] update = ChangelogVersions.row(key, value, timestamp, headers, new Unmarked(rows));
        return ValueMarks.restored(UpdateBytes.read(update), headers).inFrontOf(update);
    }

    /** Shows what rows have behind their marks. */
    private record Unmarked(RestoredRows rows) implements RestoredRows {
        @Override
        public byte @Nullable [] get(byte[] key) {
            byte[] row = rows.get(key);
            return row == null ? null : ValueMarks.update(row);
        }

        @Override
        public void put(byte[] key, byte @Nullable [] stored) {
            rows.put(key, stored);
        }

        @Override
        public void deleteRange(byte @Nullable [] from, byte @Nullable [] to) {
            rows.deleteRange(from, to);
        }
    }
}
