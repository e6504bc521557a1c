package org.stoatflow.state.kind;

import org.stoatflow.state.ChangelogCollector;
import org.stoatflow.state.RowLayout;
import org.stoatflow.state.RowRestorer;
import org.stoatflow.state.SerdeDefaults;
import org.stoatflow.state.ValueLayout;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.overlay.WrittenRows;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreFormat;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.processor.StateStore;

/**
 * Stores that are wholly the user's: nothing of ours is above them, and a changelog record is given to them as it is.
 */
final class OwnFormat implements StoreFormat {
    private final StoreSettings.Own own;

    OwnFormat(StoreSettings.Own own) {
        this.own = own;
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
        throw new UnsupportedOperationException(
                "store " + own.builder().name() + " is the user's own: the state engine has it");
    }

    @Override
    public void log(int storeId, WrittenRows rows, ChangelogCollector out) {
        throw new UnsupportedOperationException(
                "store " + own.builder().name() + " is the user's own, and has no rows of ours");
    }

    @Override
    public RowRestorer restorer() {
        return (key, value, timestamp, headers, rows) -> rows.put(key, value);
    }
}
