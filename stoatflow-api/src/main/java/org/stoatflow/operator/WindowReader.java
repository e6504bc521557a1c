package org.stoatflow.operator;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.TimestampedWindowStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/** Reads a table of windows from its store. */
final class WindowReader<K, V> implements TableReader<Windowed<K>, V> {
    private final TimestampedWindowStore<K, V> rows;
    private long timestamp;

    WindowReader(TimestampedWindowStore<K, V> rows) {
        this.rows = rows;
    }

    @Override
    public @Nullable V read(Windowed<K> key) {
        ValueAndTimestamp<V> stored = rows.fetch(key.key(), key.window().start());
        if (stored == null) {
            return null;
        }
        timestamp = stored.timestamp();
        return stored.value();
    }

    @Override
    public long timestamp() {
        return timestamp;
    }
}
