package org.stoatflow.operator;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.VersionedKeyValueStore;

/** Forwards the updates of a table: at once, or, where its store has a cache, when the cache is flushed. */
final class TableForwarder<K, V> {
    private final RecordForwarder<K, Change<V>> forwarder;
    private final boolean sendOldValues;
    private final boolean cached;

    /** @param store the table's timestamped store; its keys are the table's */
    TableForwarder(StateStore store, ProcessorContext<K, Change<V>> context, boolean sendOldValues) {
        forwarder = new RecordForwarder<>(context);
        this.sendOldValues = sendOldValues;
        cached = register(store);
    }

    @SuppressWarnings("unchecked")
    private boolean register(StateStore store) {
        return store instanceof CachedStore<?, ?> cache
                && ((CachedStore<K, V>) cache).setFlushListener(this::onFlush, sendOldValues);
    }

    /**
     * Forwards an update that was put, and says whether it is the key's newest version.
     *
     * @param put what {@link TimestampedAccess#update} has returned for the new value
     * @param timestamp the event time of the new value
     */
    void forward(Record<K, ?> record, long put, @Nullable V newValue, @Nullable V oldValue, long timestamp) {
        if (!cached && put != VersionedKeyValueStore.PUT_RETURN_CODE_NOT_PUT) {
            boolean latest = put == VersionedKeyValueStore.PUT_RETURN_CODE_VALID_TO_UNDEFINED;
            Change<V> change = new Change<>(newValue, sendOldValues ? oldValue : null, latest);
            forwarder.forward(record, record.key(), change, timestamp);
        }
    }

    /**
     * Forwards an update of a key that is not the record's, such as the window that the record is in.
     *
     * @param timestamp the event time of the new value
     */
    void forward(Record<?, ?> from, K key, @Nullable V newValue, @Nullable V oldValue, long timestamp) {
        if (!cached) {
            forwarder.forward(from, key, new Change<>(newValue, sendOldValues ? oldValue : null), timestamp);
        }
    }

    private void onFlush(Record<K, Change<ValueAndTimestamp<V>>> record) {
        ValueAndTimestamp<V> newest = record.value().newValue();
        Change<V> change = new Change<>(
                ValueAndTimestamp.getValueOrNull(newest),
                ValueAndTimestamp.getValueOrNull(record.value().oldValue()));
        forwarder.forward(record, record.key(), change, newest == null ? record.timestamp() : newest.timestamp());
    }
}
