package org.stoatflow.dsl;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.spi.OperatorHooks.DropReason;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/**
 * Makes a table of records: each sets the value of its key. Every record is forwarded, also one that changes nothing or
 * comes out of order. The store is kept only if it has a name or old values are needed.
 */
final class TableSource<K, V> implements TableSupplier<K, V, V> {
    private final TableStore<K, V> store;
    private boolean materialized;
    private boolean sendOldValues;

    TableSource(final TableStore<K, V> store, final boolean materialized) {
        this.store = store;
        this.materialized = materialized;
    }

    @Override
    public boolean sendOldValues(final boolean materialize) {
        if (!materialized && !materialize) {
            return false;
        }
        materialized = true;
        sendOldValues = true;
        return true;
    }

    @Override
    public @Nullable Set<StoreBuilder<?>> stores() {
        return materialized ? store.builders() : null;
    }

    @Override
    public Processor<K, V, K, Change<V>> get() {
        return materialized ? new Kept<>(store, sendOldValues) : new PassedOn<>();
    }

    private static final class PassedOn<K, V> extends ContextualProcessor<K, V, K, Change<V>> {
        @SuppressWarnings("NullAway.Init")
        private DropLog drops;

        @Override
        public void init(final ProcessorContext<K, Change<V>> context) {
            super.init(context);
            drops = new DropLog(context, "A table's source");
        }

        @Override
        public void process(final Record<K, V> record) {
            if (record.key() == null) {
                drops.onDropped(DropReason.NULL_KEY);
            } else {
                context().forward(record.withValue(new Change<>(record.value(), null)));
            }
        }
    }

    @SuppressWarnings("NullAway.Init")
    private static final class Kept<K, V> implements Processor<K, V, K, Change<V>> {
        private final TableStore<K, V> tableStore;
        private final boolean sendOldValues;
        private TimestampedKeyValueStore<K, V> store;
        private TableForwarder<K, V> forwarder;
        private DropLog drops;

        Kept(final TableStore<K, V> tableStore, final boolean sendOldValues) {
            this.tableStore = tableStore;
            this.sendOldValues = sendOldValues;
        }

        @Override
        public void init(final ProcessorContext<K, Change<V>> context) {
            store = tableStore.open(context);
            forwarder = new TableForwarder<>(store, context, sendOldValues);
            drops = new DropLog(context, "The table " + tableStore.name());
        }

        @Override
        public void process(final Record<K, V> record) {
            if (record.key() == null) {
                drops.onDropped(DropReason.NULL_KEY);
                return;
            }
            final ValueAndTimestamp<V> old = store.get(record.key());
            if (old != null && record.timestamp() < old.timestamp()) {
                drops.onOutOfOrder(old.timestamp(), record.timestamp());
            }
            store.put(record.key(), ValueAndTimestamp.make(record.value(), record.timestamp()));
            forwarder.forward(record, record.value(), ValueAndTimestamp.getValueOrNull(old));
        }
    }
}
