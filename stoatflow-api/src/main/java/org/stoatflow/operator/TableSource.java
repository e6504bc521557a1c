package org.stoatflow.operator;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.OperatorHooks.DropReason;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.StoreBuilder;

/**
 * Makes a table of records: each sets the value of its key. Every record is forwarded, also one that changes nothing or
 * comes out of order. The store is kept only if it has a name, old values are needed, or others read the table.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class TableSource<K, V> implements TableSupplier<K, V, V> {
    private final TableStore<K, V> store;
    private boolean materialized;
    private boolean sendOldValues;

    /**
     * Creates the supplier.
     *
     * @param store the table's store, where it is kept
     * @param materialized whether the store is kept though nobody needs it
     */
    public TableSource(TableStore<K, V> store, boolean materialized) {
        this.store = store;
        this.materialized = materialized;
    }

    @Override
    public boolean sendOldValues(boolean materialize) {
        if (!materialized && !materialize) {
            return false;
        }
        materialized = true;
        sendOldValues = true;
        return true;
    }

    @Override
    public boolean versioned() {
        return store.versioned();
    }

    @Override
    public long historyMs() {
        return store.historyMs();
    }

    @Override
    public TableView<K, V> view() {
        materialized = true;
        return TableView.of(store);
    }

    @Override
    public @Nullable Set<StoreBuilder<?>> stores() {
        return materialized ? store.builders() : null;
    }

    @Override
    public Processor<K, V, K, Change<V>> get() {
        return materialized ? new MaterializedSource<>(store, sendOldValues) : new VirtualSource<>();
    }

    @SuppressWarnings("NullAway.Init")
    private static final class VirtualSource<K, V> implements Processor<K, V, K, Change<V>> {
        private RecordForwarder<K, Change<V>> forwarder;
        private DropLog drops;

        @Override
        public void init(ProcessorContext<K, Change<V>> context) {
            forwarder = new RecordForwarder<>(context);
            drops = new DropLog(context, "A table's source");
        }

        @Override
        public void process(Record<K, V> record) {
            if (record.key() == null) {
                drops.onDropped(DropReason.NULL_KEY);
            } else {
                forwarder.forward(record, record.key(), new Change<>(record.value(), null), record.timestamp());
            }
        }
    }

    @SuppressWarnings("NullAway.Init")
    private static final class MaterializedSource<K, V> implements Processor<K, V, K, Change<V>> {
        private final TableStore<K, V> tableStore;
        private final boolean sendOldValues;
        private TimestampedAccess<K, V> rows;
        private TableForwarder<K, V> forwarder;
        private DropLog drops;

        MaterializedSource(TableStore<K, V> tableStore, boolean sendOldValues) {
            this.tableStore = tableStore;
            this.sendOldValues = sendOldValues;
        }

        @Override
        public void init(ProcessorContext<K, Change<V>> context) {
            StateStore store = tableStore.open(context);
            rows = StoreAccess.of(store);
            forwarder = new TableForwarder<>(store, context, sendOldValues);
            drops = new DropLog(context, "The table " + tableStore.name());
        }

        @Override
        public void process(Record<K, V> record) {
            if (record.key() == null) {
                drops.onDropped(DropReason.NULL_KEY);
                return;
            }
            V old = rows.readValue(record.key());
            if (old != null && record.timestamp() < rows.readTimestamp()) {
                drops.onOutOfOrder(rows.readTimestamp(), record.timestamp());
            }
            long put = rows.update(record.key(), record.value(), record.timestamp());
            forwarder.forward(record, put, record.value(), old, record.timestamp());
        }
    }
}
