package org.stoatflow.operator;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.StoreBuilder;

/**
 * Makes a table of what both sides of a join forward. The old value of an update is the one that the side has computed,
 * also where the result is kept.
 *
 * @param <K> the type of keys
 * @param <V> the type of joined values
 */
public final class TableMerge<K, V> implements TableSupplier<K, Change<V>, V> {
    private final TableJoin<K, ?, ?, V> left;
    private final TableJoin<K, ?, ?, V> right;
    private final @Nullable TableStore<K, V> store;
    private boolean sendOldValues;

    /**
     * Creates the supplier.
     *
     * @param left the side of the left table
     * @param right the side of the right table
     * @param store keeps the result; null where it is not kept
     */
    public TableMerge(TableJoin<K, ?, ?, V> left, TableJoin<K, ?, ?, V> right, @Nullable TableStore<K, V> store) {
        this.left = left;
        this.right = right;
        this.store = store;
    }

    @Override
    public boolean sendOldValues(boolean materialize) {
        left.sendOldValues(true);
        right.sendOldValues(true);
        sendOldValues = true;
        return true;
    }

    @Override
    public @Nullable Set<StoreBuilder<?>> stores() {
        return store == null ? null : store.builders();
    }

    /** A join of versioned tables is not versioned, unless its store is. */
    @Override
    public boolean versioned() {
        return store != null && store.versioned();
    }

    @Override
    public long historyMs() {
        return store == null ? left.historyMs() : store.historyMs();
    }

    @Override
    public TableView<K, V> view() {
        return store == null ? left.view() : TableView.of(store);
    }

    @Override
    public Processor<K, Change<V>, K, Change<V>> get() {
        return store == null ? new PassingMerge<>(sendOldValues) : new KeptMerge<>(store, sendOldValues);
    }

    @SuppressWarnings("NullAway.Init")
    private static final class PassingMerge<K, V> implements Processor<K, Change<V>, K, Change<V>> {
        private final boolean sendOldValues;
        private RecordForwarder<K, Change<V>> forwarder;

        PassingMerge(boolean sendOldValues) {
            this.sendOldValues = sendOldValues;
        }

        @Override
        public void init(ProcessorContext<K, Change<V>> context) {
            forwarder = new RecordForwarder<>(context);
        }

        @Override
        public void process(Record<K, Change<V>> record) {
            Change<V> change = record.value();
            forwarder.forward(
                    record,
                    record.key(),
                    sendOldValues ? change : new Change<>(change.newValue(), null, change.latest()),
                    record.timestamp());
        }
    }

    @SuppressWarnings("NullAway.Init")
    private static final class KeptMerge<K, V> implements Processor<K, Change<V>, K, Change<V>> {
        private final TableStore<K, V> tableStore;
        private final boolean sendOldValues;
        private TimestampedAccess<K, V> rows;
        private TableForwarder<K, V> forwarder;

        KeptMerge(TableStore<K, V> tableStore, boolean sendOldValues) {
            this.tableStore = tableStore;
            this.sendOldValues = sendOldValues;
        }

        @Override
        public void init(ProcessorContext<K, Change<V>> context) {
            StateStore store = tableStore.open(context);
            rows = StoreAccess.of(store);
            forwarder = new TableForwarder<>(store, context, sendOldValues);
        }

        @Override
        public void process(Record<K, Change<V>> record) {
            Change<V> change = record.value();
            long put = rows.update(record.key(), change.newValue(), record.timestamp());
            forwarder.forward(record, put, change.newValue(), change.oldValue(), record.timestamp());
        }
    }
}
