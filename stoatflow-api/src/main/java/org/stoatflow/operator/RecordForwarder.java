package org.stoatflow.operator;

import org.jspecify.annotations.Nullable;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.record.RecordAccess;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;

/**
 * Forwards records that an operator derives from the record that it is given. With the engine's context, this need not
 * cost a record object. Belongs to one operator, and so to one lane.
 */
final class RecordForwarder<K, V> {
    private final ProcessorContext<K, V> context;
    private final @Nullable OperatorHooks hooks;

    RecordForwarder(ProcessorContext<K, V> context) {
        this.context = context;
        hooks = context instanceof OperatorHooks known ? known : null;
    }

    /** Forwards a record with the headers of {@code from}. */
    void forward(Record<?, ?> from, @Nullable K key, @Nullable V value, long timestamp) {
        CopyOnWriteHeaders headers = RecordAccess.headersToShare(from);
        if (hooks == null) {
            context.forward(RecordAccess.sharing(key, value, timestamp, headers));
        } else {
            hooks.forward(key, value, timestamp, headers);
        }
    }
}
