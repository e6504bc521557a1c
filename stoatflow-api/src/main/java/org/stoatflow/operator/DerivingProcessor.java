package org.stoatflow.operator;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;

/** An operator that forwards derived records, with the timestamp and headers of the record that it was given. */
abstract class DerivingProcessor<K, V, KOut, VOut> extends ContextualProcessor<K, V, KOut, VOut> {
    @SuppressWarnings("NullAway.Init")
    private RecordForwarder<KOut, VOut> forwarder;

    @Override
    public final void init(ProcessorContext<KOut, VOut> context) {
        super.init(context);
        forwarder = new RecordForwarder<>(context);
    }

    final void forward(Record<K, V> from, @Nullable KOut key, @Nullable VOut value) {
        forwarder.forward(from, key, value, from.timestamp());
    }
}
