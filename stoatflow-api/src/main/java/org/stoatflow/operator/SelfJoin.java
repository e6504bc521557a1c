package org.stoatflow.operator;

import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.stoatflow.operator.OperatorHooks.DropReason;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.kstream.ValueJoinerWithKey;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.WindowStoreIterator;
import org.stoatflow.topology.TimeDriven;

/**
 * Makes the operator that joins a stream with itself, over one store. It gives what the plain join of two streams
 * gives: a record as the left one with those before it, then as the right one, and with itself in the order of time.
 *
 * @param <K> the type of keys
 * @param <V> the type of the stream's values
 * @param <VOut> the type of joined values
 */
public final class SelfJoin<K, V, VOut> implements ProcessorSupplier<K, V, K, VOut>, TimeDriven {
    private final JoinStore store;
    private final JoinBounds bounds;
    private final ValueJoinerWithKey<? super K, ? super V, ? super V, ? extends VOut> joiner;

    /**
     * Creates the supplier.
     *
     * @param store keeps the stream's records
     * @param bounds the windows
     * @param joiner makes the values of results
     */
    public SelfJoin(
            JoinStore store,
            JoinBounds bounds,
            ValueJoinerWithKey<? super K, ? super V, ? super V, ? extends VOut> joiner) {
        this.store = store;
        this.bounds = bounds;
        this.joiner = joiner;
    }

    @Override
    public Set<StoreBuilder<?>> stores() {
        return Set.of(store.builder());
    }

    @Override
    public Processor<K, V, K, VOut> get() {
        return new Operator();
    }

    @NullUnmarked
    private final class Operator implements Processor<K, V, K, VOut> {
        private RecordForwarder<K, VOut> forwarder;
        private JoinRows<K, V> rows;
        private DropLog drops;
        private WindowTime time;

        @Override
        public void init(ProcessorContext<K, VOut> context) {
            forwarder = new RecordForwarder<>(context);
            rows = store.open(context);
            drops = new DropLog(context, "A join of a stream with itself");
            time = WindowTime.ofUpdates(context);
        }

        @Override
        public void process(Record<K, V> record) {
            K key = record.key();
            V value = record.value();
            if (key == null || value == null) {
                drops.onDropped(DropReason.NULL_KEY_OR_VALUE);
                return;
            }
            long timestamp = record.timestamp();
            VOut own = joiner.apply(key, value, value);
            long retentionMs = bounds.beforeMs() + bounds.afterMs() + bounds.graceMs();
            boolean withItself = timestamp > time.observe(record) - retentionMs + 1;
            asLeft(record, key, value);
            if (asRight(record, key, value, own, withItself)) {
                forwarder.forward(record, key, own, timestamp);
            }
        }

        private void asLeft(Record<K, V> record, K key, V value) {
            long timestamp = record.timestamp();
            try (WindowStoreIterator<Object> found =
                    rows.around(key, timestamp, bounds.beforeMs(true), bounds.afterMs(true))) {
                while (found.hasNext()) {
                    KeyValue<Long, Object> row = found.next();
                    VOut joined = joiner.apply(key, value, rows.value(row.value));
                    forwarder.forward(record, key, joined, Math.max(timestamp, row.key));
                }
            }
        }

        /** Returns whether the result of the record with itself is still to come. */
        private boolean asRight(Record<K, V> record, K key, V value, VOut own, boolean withItself) {
            long timestamp = record.timestamp();
            boolean ownToCome = withItself;
            try (WindowStoreIterator<Object> found =
                    rows.around(key, timestamp, bounds.beforeMs(false), bounds.afterMs(false))) {
                while (found.hasNext()) {
                    KeyValue<Long, Object> row = found.next();
                    if (ownToCome && row.key > timestamp) {
                        ownToCome = false;
                        forwarder.forward(record, key, own, timestamp);
                    }
                    VOut joined = joiner.apply(key, rows.value(row.value), value);
                    forwarder.forward(record, key, joined, Math.max(timestamp, row.key));
                }
            }
            return ownToCome;
        }
    }
}
