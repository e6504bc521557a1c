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
import org.stoatflow.stores.RowLife;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.KeyValueStore;

/**
 * Key-value stores: a row has the key's bytes, and so has its changelog record, which carries the plain value, the
 * timestamp, and where the store has them the headers.
 */
public final class KeyValueFormat implements StoreFormat {
    private final StoreDescription store;
    private final StoreSettings.KeyValue kept;
    private final ValueLayout values;

    /**
     * Creates the format of a store.
     *
     * @param store the store
     * @param kept the settings of its kind
     */
    public KeyValueFormat(StoreDescription store, StoreSettings.KeyValue kept) {
        this.store = store;
        this.kept = kept;
        // rows that leave by their last use are never on a disk; their timestamps tell their order to a new lane
        values = ValueLayout.of(store.keepsTimestamps() || evicts(store), store.dropsHeaders());
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
        return evicts(store) ? new RecentRows(rows, context, kept.entriesMax()) : rows;
    }

    static boolean evicts(StoreDescription store) {
        return store.settings().rowLife() == RowLife.BY_USE;
    }

    @Override
    public StateStore view(StoreContext context, RowStore rows, SerdeDefaults defaults) {
        StoreSerdes<Object, Object> serdes = StoreSerdes.of(store, defaults, context);
        return switch (kept.values()) {
            case PLAIN -> new PlainKeyValueRows<>(store, context, rows, serdes);
            case TIMESTAMPED -> new TimestampedKeyValueRows<>(store, context, rows, serdes);
            case HEADERS -> new HeadersKeyValueRows<>(store, context, rows, serdes);
        };
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
