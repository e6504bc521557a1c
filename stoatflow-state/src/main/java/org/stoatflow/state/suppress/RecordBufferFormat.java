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
 * Buffers of records: rows are the changelog's records, whose keys are {@link WaitingKey}s and whose values are those
 * of updates without old values ({@link UpdateBytes}). A record's time is the producer's, and it has no headers.
 */
public final class RecordBufferFormat implements StoreFormat {
    private final StoreDescription store;
    private final String serdeTopic;

    /**
     * The format of a store.
     *
     * @param store the store
     * @param serdeTopic the topic that its serdes are told
     */
    public RecordBufferFormat(StoreDescription store, String serdeTopic) {
        this.store = store;
        this.serdeTopic = serdeTopic;
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
        return new RecordBufferRows<>(store, context, rows, StoreSerdes.of(store, serdeTopic, defaults, context));
    }

    @Override
    public void log(int storeId, WrittenRows rows, ChangelogCollector out) {
        int size = rows.size();
        for (int entry = 0; entry < size; entry++) {
            out.append(
                    storeId,
                    rows.partition(entry),
                    rows.key(entry),
                    rows.value(entry),
                    ChangelogCollector.NO_TIMESTAMP,
                    null);
        }
    }

    @Override
    public RowRestorer restorer() {
        return (key, value, timestamp, headers, rows) ->
                rows.put(WaitingKey.checked(key), value == null ? null : UpdateBytes.checked(value));
    }
}
