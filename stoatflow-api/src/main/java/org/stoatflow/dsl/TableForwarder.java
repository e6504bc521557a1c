package org.stoatflow.dsl;

import org.jspecify.annotations.Nullable;
import org.stoatflow.spi.CachedStore;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/** Forwards the updates of a table: at once, or where its store has a cache, when the cache is flushed. */
final class TableForwarder<K, V> {
    private final ProcessorContext<K, Change<V>> context;
    private final boolean sendOldValues;
    private final boolean cached;

    TableForwarder(
            final TimestampedKeyValueStore<K, V> store,
            final ProcessorContext<K, Change<V>> context,
            final boolean sendOldValues) {
        this.context = context;
        this.sendOldValues = sendOldValues;
        cached = register(store);
    }

    @SuppressWarnings("unchecked")
    private boolean register(final TimestampedKeyValueStore<K, V> store) {
        return store instanceof CachedStore<?, ?> cache
                && ((CachedStore<K, V>) cache).setFlushListener(this::onFlush, sendOldValues);
    }

    void forward(final Record<K, ?> record, final @Nullable V newValue, final @Nullable V oldValue) {
        if (!cached) {
            context.forward(record.withValue(new Change<>(newValue, sendOldValues ? oldValue : null)));
        }
    }

    private void onFlush(final Record<K, Change<ValueAndTimestamp<V>>> record) {
        final ValueAndTimestamp<V> newest = record.value().newValue();
        final Change<V> change = new Change<>(
                ValueAndTimestamp.getValueOrNull(newest),
                ValueAndTimestamp.getValueOrNull(record.value().oldValue()));
        final Record<K, Change<V>> update = record.withValue(change);
        context.forward(newest == null ? update : update.withTimestamp(newest.timestamp()));
    }
}
