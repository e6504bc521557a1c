package org.stoatflow.state.suppress;

import org.stoatflow.state.ChangelogCollector;
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
 * UpdateBytes}). The record's time is the producer's, and its header says the version.
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
        return RowLayout.PLAIN;
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
        int size = rows.size();
        for (int entry = 0; entry < size; entry++) {
            byte[] value = rows.value(entry);
            out.append(
                    storeId,
                    rows.partition(entry),
                    rows.key(entry),
                    value,
                    ChangelogCollector.NO_TIMESTAMP,
                    value == null ? null : ChangelogVersions.CURRENT);
        }
    }

    @Override
    public RowRestorer restorer() {
        return (key, value, timestamp, headers, rows) ->
                rows.put(key, value == null ? null : ChangelogVersions.row(key, value, timestamp, headers, rows));
    }
}
