package org.stoatflow.state.session;

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
import org.stoatflow.streams.state.SessionStore;

/**
 * Session stores: rows begin with their segment, changelog records do not ({@link SessionKeys}). Range deletes, which
 * are not logged, remove what can not be read any more.
 */
public final class SessionFormat implements StoreFormat {
    private final StoreDescription store;
    private final ValueLayout values;
    private final Retention retention;
    private final SessionKeys keys;

    /**
     * The format of a store.
     *
     * @param store the store
     * @param sessions its settings
     */
    public SessionFormat(StoreDescription store, StoreSettings.Session sessions) {
        this.store = store;
        values = ValueLayout.of(false, store.dropsHeaders());
        retention = Retention.of(store).orElseThrow();
        keys = store.persistent() || store.isUsers() ? SessionKeys.ON_DISK : SessionKeys.IN_MEMORY;
    }

    /** The same for stores in memory, whose rows never are on a disk. */
    @Override
    public RowLayout layout() {
        return store.keepsHeaders() ? RowLayout.SESSION_WITH_HEADERS : RowLayout.SESSION;
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
    public SessionRows<?, ?> view(StoreContext context, RowStore rows, SerdeDefaults defaults) {
        Expiry expiry = new Expiry(retention, rows, store.shown());
        StoreSerdes<Object, Object> serdes = StoreSerdes.of(store, defaults, context);
        SessionRows.Kept kept = new SessionRows.Kept(retention, keys, expiry);
        return store.settings().withHeaders()
                ? new HeadersSessionRows<>(store, kept, context, rows, serdes)
                : new PlainSessionRows<>(store, kept, context, rows, serdes);
    }

    @Override
    public void log(int storeId, WrittenRows rows, ChangelogCollector out) {
        if (store.settings().withHeaders()) {
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
        return new SegmentRestorer(retention, keys, values, store.settings().withHeaders());
    }

    /** A record that comes late may lengthen the newest session, whose row then has the earlier timestamp. */
    @Override
    public long shownTimeMs(byte[] key, byte @Nullable [] value, long timestamp) {
        return Math.max(timestamp, keys.loggedTimeMs(key));
    }

    @Override
    @SuppressWarnings("unchecked") // what a SessionBytesStoreSupplier makes
    public UserRows in(StateStore users) {
        return new SessionUserRows((SessionStore<Bytes, byte[]>) users, retention);
    }
}
