package org.stoatflow.operator;

import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/**
 * Forwards the updates of sessions: at once, or, where the store has a cache, when the cache is flushed. The timestamp
 * is the session's end. Updates that are forwarded at once have no headers, as in Kafka Streams.
 */
final class SessionForwarder<K, V> {
    private final ProcessorContext<Windowed<K>, Change<V>> context;
    private final RecordForwarder<Windowed<K>, Change<V>> forwarder;
    private final boolean sendOldValues;
    private final boolean cached;

    SessionForwarder(
            SessionStore<K, V> store, ProcessorContext<Windowed<K>, Change<V>> context, boolean sendOldValues) {
        this.context = context;
        forwarder = new RecordForwarder<>(context);
        this.sendOldValues = sendOldValues;
        cached = register(store);
    }

    @SuppressWarnings("unchecked")
    private boolean register(SessionStore<K, V> store) {
        return store instanceof CachedStore<?, ?> cache
                && ((CachedStore<Windowed<K>, V>) cache).setFlushListener(this::onFlush, sendOldValues);
    }

    void forward(Windowed<K> session, @Nullable V newValue, @Nullable V oldValue) {
        if (!cached) {
            Change<V> change = new Change<>(newValue, sendOldValues ? oldValue : null);
            context.forward(new Record<>(session, change, session.window().end(), new RecordHeaders()));
        }
    }

    private void onFlush(Record<Windowed<K>, Change<ValueAndTimestamp<V>>> record) {
        Change<V> change = new Change<>(
                ValueAndTimestamp.getValueOrNull(record.value().newValue()),
                ValueAndTimestamp.getValueOrNull(record.value().oldValue()));
        forwarder.forward(record, record.key(), change, record.key().window().end());
    }
}
