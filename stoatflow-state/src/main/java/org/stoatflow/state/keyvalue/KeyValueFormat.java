package org.stoatflow.state.keyvalue;

import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.state.ChangelogCollector;
import org.stoatflow.state.HeaderBytes;
import org.stoatflow.state.RowLayout;
import org.stoatflow.state.RowRestorer;
import org.stoatflow.state.SerdeDefaults;
import org.stoatflow.state.ValueLayout;
import org.stoatflow.state.overlay.LayeredRows;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.overlay.WrittenRows;
import org.stoatflow.state.store.HeadersLog;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreFormat;
import org.stoatflow.state.store.StoreSerdes;
import org.stoatflow.state.store.UserRows;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.KeyValueStore;

/**
 * Key-value stores: a row has the key's bytes, and so has its changelog record, which carries the plain value, the
 * timestamp, and where the store has them the headers.
 */
public final class KeyValueFormat implements StoreFormat {
    /** Makes the store that users see. */
    @FunctionalInterface
    private interface View {
        StateStore over(
                StoreDescription store, StoreContext context, RowStore rows, StoreSerdes<Object, Object> serdes);
    }

    private final StoreDescription store;
    private final View view;
    private final ValueLayout values;

    private KeyValueFormat(StoreDescription store, View view) {
        this.store = store;
        this.view = view;
        // rows that leave by their last use are never on a disk; their timestamps tell their order to a new lane
        values = ValueLayout.of(store.keepsTimestamps() || evicts(store), store.dropsHeaders());
    }

    /**
     * The format of a store of plain values.
     *
     * @param store the store
     * @return its format
     */
    public static KeyValueFormat plain(StoreDescription store) {
        return new KeyValueFormat(store, PlainKeyValueRows::new);
    }

    /**
     * The format of a store of values with timestamps.
     *
     * @param store the store
     * @return its format
     */
    public static KeyValueFormat timestamped(StoreDescription store) {
        return new KeyValueFormat(store, TimestampedKeyValueRows::new);
    }

    /**
     * The format of a store of values with timestamps and headers.
     *
     * @param store the store
     * @return its format
     */
    public static KeyValueFormat withHeaders(StoreDescription store) {
        return new KeyValueFormat(store, HeadersKeyValueRows::new);
    }

    @Override
    public RowLayout layout() {
        return switch (values) {
            case PLAIN, PLAIN_WITHOUT_HEADERS -> RowLayout.PLAIN;
            case TIMESTAMPED -> store.keepsHeaders() ? RowLayout.TIMESTAMPED_WITH_HEADERS : RowLayout.TIMESTAMPED;
            case TIMESTAMPED_WITHOUT_HEADERS -> RowLayout.TIMESTAMPED;
        };
    }

    @Override
    public ValueLayout values() {
        return values;
    }

    @Override
    public LayeredRows guarded(StoreContext context, LayeredRows rows) {
        return store.settings() instanceof StoreSettings.KeyValue kept && kept.evicts()
                ? new RecentRows(rows, context, kept.entriesMax())
                : rows;
    }

    static boolean evicts(StoreDescription store) {
        return store.settings() instanceof StoreSettings.KeyValue kept && kept.evicts();
    }

    @Override
    public StateStore view(StoreContext context, RowStore rows, SerdeDefaults defaults) {
        return view.over(store, context, rows, StoreSerdes.of(store, defaults, context));
    }

    @Override
    public void log(int storeId, WrittenRows rows, ChangelogCollector out) {
        if (store.settings().withHeaders()) {
            HeadersLog.append(storeId, rows, key -> key, out);
            return;
        }
        int size = rows.size();
        for (int entry = 0; entry < size; entry++) {
            out.append(storeId, rows.partition(entry), rows.key(entry), rows.value(entry), rows.timestamp(entry), null);
        }
    }

    @Override
    public RowRestorer restorer() {
        if (store.settings().withHeaders()) {
            return (key, value, timestamp, headers, rows) ->
                    rows.put(key, value == null ? null : values.stored(HeaderBytes.before(headers, value), timestamp));
        }
        return (key, value, timestamp, headers, rows) ->
                rows.put(key, value == null ? null : values.stored(value, timestamp));
    }

    @Override
    @SuppressWarnings("unchecked") // what a KeyValueBytesStoreSupplier makes
    public UserRows in(StateStore users) {
        return new KeyValueUserRows((KeyValueStore<Bytes, byte[]>) users);
    }
}
