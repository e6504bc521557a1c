package org.stoatflow.restore;

import org.jspecify.annotations.Nullable;
import org.stoatflow.state.ChangelogCollector;
import org.stoatflow.state.RowLayout;
import org.stoatflow.state.RowRestorer;
import org.stoatflow.state.SerdeDefaults;
import org.stoatflow.state.ValueLayout;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.overlay.WrittenRows;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreFormat;
import org.stoatflow.streams.processor.StateStore;

/**
 * A format whose changelog records show the stream time, as those of windows do.
 *
 * @param plain what it is otherwise
 */
record TimedFormat(StoreFormat plain) implements StoreFormat {
    @Override
    public RowLayout layout() {
        return plain.layout();
    }

    @Override
    public ValueLayout values() {
        return plain.values();
    }

    @Override
    public StateStore view(StoreContext context, RowStore rows, SerdeDefaults defaults) {
        return plain.view(context, rows, defaults);
    }

    @Override
    public void log(int storeId, WrittenRows rows, ChangelogCollector out) {
        plain.log(storeId, rows, out);
    }

    @Override
    public RowRestorer restorer() {
        return plain.restorer();
    }

    @Override
    public long shownTimeMs(byte[] key, byte @Nullable [] value, long timestamp) {
        return timestamp;
    }
}
