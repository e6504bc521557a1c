package org.stoatflow.state.versioned;

import org.stoatflow.state.ChangelogCollector;
import org.stoatflow.state.RowLayout;
import org.stoatflow.state.RowRestorer;
import org.stoatflow.state.SerdeDefaults;
import org.stoatflow.state.ValueLayout;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.overlay.WrittenRows;
import org.stoatflow.state.segment.Retention;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreFormat;
import org.stoatflow.state.store.StoreSerdes;
import org.stoatflow.state.store.UserPuts;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.VersionedBytesStore;

/**
 * Versioned stores. Each put is a changelog record by itself, with the time of the put as its timestamp, also one that
 * comes too late to be stored. So the store logs them, and its rows are not logged. A store that a user has written has
 * its versions itself, and no rows.
 */
public final class VersionedFormat implements StoreFormat {
    private final StoreDescription store;
    private final Retention retention;

    /**
     * The format of a store.
     *
     * @param store the store
     * @param versions its settings
     */
    public VersionedFormat(StoreDescription store, StoreSettings.Versioned versions) {
        this.store = store;
        retention = new Retention(versions.historyMs(), versions.segmentMs(), true);
    }

    @Override
    public RowLayout layout() {
        return RowLayout.VERSIONED;
    }

    @Override
    public long segmentMs() {
        return retention.segmentMs();
    }

    @Override
    public ValueLayout values() {
        return ValueLayout.PLAIN;
    }

    @Override
    public StateStore view(StoreContext context, RowStore rows, SerdeDefaults defaults) {
        StoreSerdes<Object, Object> serdes = StoreSerdes.of(store, defaults, context);
        if (store.isUsers()) {
            return new UserVersions<>(store, context, rows, serdes);
        }
        HistoryTime time = rows.isWritable() ? new HistoryTime(retention) : new HistoryTime(retention, rows::reachedMs);
        VersionedRows.Kept kept = new VersionedRows.Kept(retention, new History(rows, retention), time);
        return new VersionedRows<>(store, kept, context, rows, serdes);
    }

    @Override
    public void log(int storeId, WrittenRows rows, ChangelogCollector out) {
        // The store has logged its puts.
    }

    /** What a user's store has forgotten, it knows by itself. */
    @Override
    public RowRestorer restorer() {
        return store.isUsers()
                ? (key, value, timestamp, headers, rows) -> rows.put(VersionKeys.older(key, timestamp), value)
                : new VersionRestorer(retention);
    }

    /** The callback of a user's store could not be told the times of versions. */
    @Override
    public UserPuts restoring(StateStore users) {
        return new UserVersionPuts((VersionedBytesStore) users);
    }
}
