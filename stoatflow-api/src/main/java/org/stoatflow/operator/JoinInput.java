package org.stoatflow.operator;

import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.StoreBuilder;

/**
 * Makes the operator that keeps the records of one side of a stream-stream join. It forwards a record before it keeps
 * it, so that a record of a stream that is joined with itself does not find itself twice.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class JoinInput<K, V> implements ProcessorSupplier<K, V, K, V> {
    private final JoinStore store;

    /**
     * Creates the supplier.
     *
     * @param store keeps the records
     */
    public JoinInput(JoinStore store) {
        this.store = store;
    }

    @Override
    public Set<StoreBuilder<?>> stores() {
        return Set.of(store.builder());
    }

    @Override
    public Processor<K, V, K, V> get() {
        return new Operator();
    }

    @NullUnmarked
    private final class Operator implements Processor<K, V, K, V> {
        private RecordForwarder<K, V> forwarder;
        private JoinRows<K, V> rows;

        @Override
        public void init(ProcessorContext<K, V> context) {
            forwarder = new RecordForwarder<>(context);
            rows = store.open(context);
        }

        @Override
        public void process(Record<K, V> record) {
            K key = record.key();
            V value = record.value();
            long timestamp = record.timestamp();
            forwarder.forward(record, key, value, timestamp);
            if (key != null) {
                rows.add(key, value, timestamp);
            }
        }
    }
}
