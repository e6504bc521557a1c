package org.stoatflow.state.window;

import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.ChangelogCollector;
import org.stoatflow.state.RowLayout;
import org.stoatflow.state.RowRestorer;
import org.stoatflow.state.SerdeDefaults;
import org.stoatflow.state.ValueLayout;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.overlay.WrittenRows;
import org.stoatflow.state.segment.Expiry;
import org.stoatflow.state.segment.Retention;
import org.stoatflow.state.segment.SegmentRestorer;
import org.stoatflow.state.store.HeadersLog;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreFormat;
import org.stoatflow.state.store.StoreSerdes;
import org.stoatflow.state.store.UserRows;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.WindowStore;

/**
 * Window stores: rows begin with their segment, changelog records do not ({@link WindowKeys}). Range deletes, which are
 * not logged, remove what can not be read any more.
 */
public final class WindowFormat implements StoreFormat {
    private final StoreDescription store;
    private final StoreSettings.Window windows;
    private final Retention retention;
    private final WindowKeys keys;
    private final ValueLayout values;

    /**
     * The format of a store.
     *
     * @param store the store
     * @param windows its settings
     */
    public WindowFormat(StoreDescription store, StoreSettings.Window windows) {
        this.store = store;
        this.windows = windows;
        retention = Retention.of(store).orElseThrow();
        keys = store.persistent() || store.isUsers() ? WindowKeys.ON_DISK : WindowKeys.IN_MEMORY;
        values = ValueLayout.of(store.keepsTimestamps(), store.dropsHeaders());
    }

    /** The same for stores in memory, whose rows never are on a disk. */
    @Override
    public RowLayout layout() {
        return switch (values) {
            case PLAIN, PLAIN_WITHOUT_HEADERS -> RowLayout.WINDOW;
            case TIMESTAMPED ->
                store.keepsHeaders() ? RowLayout.TIMESTAMPED_WINDOW_WITH_HEADERS : RowLayout.TIMESTAMPED_WINDOW;
            case TIMESTAMPED_WITHOUT_HEADERS -> RowLayout.TIMESTAMPED_WINDOW;
        };
    }

    @Override
    public long segmentMs() {
        return retention.segmentMs();
    }

    @Override
    public ValueLayout values() {
        return values;
    }

    @Override
    public WindowRows<?, ?> view(StoreContext context, RowStore rows, SerdeDefaults defaults) {
        boolean countsPuts = store.logging() || store.customSupplier() != null; // a user's store keeps all duplicates
        WindowRows.Memory memory = new WindowRows.Memory(
                new Expiry(retention, rows, store.shown()),
                new WindowSequences(),
                new FormerWindows(rows, retention, countsPuts));
        StoreSerdes<Object, Object> serdes = StoreSerdes.of(store, defaults, context);
        WindowRows.Kept kept = new WindowRows.Kept(windows, retention, keys, memory);
        return switch (windows.values()) {
            case PLAIN -> new PlainWindowRows<>(store, kept, context, rows, serdes);
            case TIMESTAMPED -> new TimestampedWindowRows<>(store, kept, context, rows, serdes);
            case HEADERS -> new HeadersWindowRows<>(store, kept, context, rows, serdes);
        };
    }

    @Override
    public void log(int storeId, WrittenRows rows, ChangelogCollector out) {
        if (windows.withHeaders()) {
            HeadersLog.append(storeId, rows, keys::logged, out);
            return;
        }
        int size = rows.size();
        for (int entry = 0; entry < size; entry++) {
            out.append(
                    storeId,
                    rows.partition(entry),
                    keys.logged(rows.key(entry)),
                    rows.value(entry),
                    rows.timestamp(entry),
                    null);
        }
    }

    @Override
    public RowRestorer restorer() {
        return new SegmentRestorer(retention, keys, values, windows.withHeaders());
    }

    /**
     * A value has the latest timestamp of its window's records. A deletion has that of the record which brought it, and
     * that may come late. Where puts add rows, a record without a value puts none.
     */
    @Override
    public long shownTimeMs(byte[] key, byte @Nullable [] value, long timestamp) {
        if (value != null) {
            return timestamp;
        }
        return windows.retainDuplicates() ? -1 : Math.max(timestamp, keys.loggedTimeMs(key));
    }

    @Override
    @SuppressWarnings("unchecked") // what a WindowBytesStoreSupplier makes
    public UserRows in(StateStore users) {
        DuplicateNumbers duplicates = windows.retainDuplicates()
                ? new DuplicateNumbers(windows.retentionMs() + 2 * retention.segmentMs())
                : null;
        return new WindowUserRows((WindowStore<Bytes, byte[]>) users, retention, duplicates);
    }
}
