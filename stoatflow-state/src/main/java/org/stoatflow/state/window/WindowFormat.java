package org.stoatflow.state.window;

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

/**
 * Window stores: a row has segment, key, window start and sequence number ({@link WindowKey}), and its changelog record
 * the same without the segment. A range delete, which is not logged, removes a segment once none of its windows can be
 * read any more.
 */
public final class WindowFormat implements StoreFormat {
    private final StoreDescription store;
    private final WindowSettings windows;
    private final ValueLayout values;

    /**
     * The format of a store.
     *
     * @param store its name, its serdes, and whether it keeps timestamps
     * @param windows what it keeps
     */
    public WindowFormat(StoreDescription store, WindowSettings windows) {
        this.store = store;
        this.windows = windows;
        values = store.keepsTimestamps() ? ValueLayout.TIMESTAMPED : ValueLayout.PLAIN;
    }

    @Override
    public RowLayout layout() {
        return switch (values) {
            case PLAIN -> RowLayout.WINDOW;
            case TIMESTAMPED -> RowLayout.TIMESTAMPED_WINDOW;
        };
    }

    @Override
    public ValueLayout values() {
        return values;
    }

    @Override
    public WindowRows<?, ?> view(StoreContext context, RowStore rows, SerdeDefaults defaults) {
        StoreSerdes<Object, Object> serdes = StoreSerdes.of(store, defaults, context);
        return switch (values) {
            case PLAIN -> new WindowRows<>(store, windows, context, rows, serdes, WindowValues.plain(serdes, context));
            case TIMESTAMPED ->
                new WindowRows<>(store, windows, context, rows, serdes, WindowValues.timestamped(serdes));
        };
    }

    @Override
    public void log(int storeId, WrittenRows rows, ChangelogCollector out) {
        int size = rows.size();
        for (int entry = 0; entry < size; entry++) {
            out.append(
                    storeId,
                    rows.partition(entry),
                    WindowKey.loggedOfRow(rows.key(entry)),
                    rows.value(entry),
                    rows.timestamp(entry),
                    null);
        }
    }

    @Override
    public RowRestorer restorer() {
        return new WindowRestorer(windows, values);
    }
}
