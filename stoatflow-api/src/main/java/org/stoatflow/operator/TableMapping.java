package org.stoatflow.operator;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.Predicate;
import org.stoatflow.streams.kstream.ValueMapperWithKey;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.StoreBuilder;

/**
 * Makes a table of another one, row by row: {@code mapValues}, and {@code filter}, which maps unwanted rows to none.
 * The result is kept only if it has a name.
 *
 * @param <K> the type of keys
 * @param <VIn> the type of the other table's values
 * @param <VOut> the type of values
 */
public final class TableMapping<K, VIn, VOut> implements TableSupplier<K, Change<VIn>, VOut> {
    private final TableSupplier<K, ?, VIn> parent;
    private final ValueMapperWithKey<? super K, ? super VIn, ? extends @Nullable VOut> mapper;
    private final @Nullable TableStore<K, VOut> store;

    /**
     * Whether an update is not forwarded where the result is known to have the row neither before nor after it. Of a
     * versioned table, each update may change what a row was.
     */
    private final boolean skipsAbsent;

    private final boolean inheritsVersions;
    private boolean sendOldValues;

    private TableMapping(
            TableSupplier<K, ?, VIn> parent,
            ValueMapperWithKey<? super K, ? super VIn, ? extends @Nullable VOut> mapper,
            @Nullable TableStore<K, VOut> store,
            boolean inheritsVersions,
            boolean skipsAbsent) {
        this.parent = parent;
        this.mapper = mapper;
        this.store = store;
        this.inheritsVersions = inheritsVersions;
        this.skipsAbsent = skipsAbsent;
    }

    /**
     * Maps the value of each row.
     *
     * @param parent makes the other table
     * @param mapper maps a row's value
     * @param store keeps the result; null where it is not kept
     * @param inheritsVersions whether the user has said nothing of keeping it
     * @param <K> the type of keys
     * @param <VIn> the type of the other table's values
     * @param <VOut> the type of values
     * @return makes the operators
     */
    public static <K, VIn, VOut> TableMapping<K, VIn, VOut> mapValues(
            TableSupplier<K, ?, VIn> parent,
            ValueMapperWithKey<? super K, ? super VIn, ? extends VOut> mapper,
            @Nullable TableStore<K, VOut> store,
            boolean inheritsVersions) {
        return new TableMapping<>(parent, mapper, store, inheritsVersions, false);
    }

    /**
     * Leaves out rows.
     *
     * @param parent makes the other table
     * @param predicate tells rows apart
     * @param wanted what the predicate says of rows that stay
     * @param store keeps the result; null where it is not kept
     * @param inheritsVersions whether the user has said nothing of keeping it
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return makes the operators
     */
    public static <K, V> TableMapping<K, V, V> filter(
            TableSupplier<K, ?, V> parent,
            Predicate<? super K, ? super V> predicate,
            boolean wanted,
            @Nullable TableStore<K, V> store,
            boolean inheritsVersions) {
        TableMapping<K, V, V> filter = new TableMapping<>(
                parent,
                (key, value) -> predicate.test(key, value) == wanted ? value : null,
                store,
                inheritsVersions,
                !parent.versioned());
        filter.sendOldValues = parent.sendOldValues(false);
        return filter;
    }

    @Override
    public boolean sendOldValues(boolean materialize) {
        if (store != null || parent.sendOldValues(materialize)) {
            sendOldValues = true;
        }
        return sendOldValues;
    }

    @Override
    public boolean inheritsVersions() {
        return inheritsVersions;
    }

    @Override
    public boolean versioned() {
        return store == null ? inheritsVersions && parent.versioned() : store.versioned();
    }

    @Override
    public long historyMs() {
        return store == null ? parent.historyMs() : store.historyMs();
    }

    @Override
    public TableView<K, VOut> view() {
        return store == null ? new MappedView<>(parent.view(), mapper) : TableView.of(store);
    }

    @Override
    public @Nullable Set<StoreBuilder<?>> stores() {
        return store == null ? null : store.builders();
    }

    @Override
    public Processor<K, Change<VIn>, K, Change<VOut>> get() {
        return store == null ? new VirtualMapping() : new MaterializedMapping(store);
    }

    private @Nullable VOut mapped(K key, @Nullable VIn value) {
        return value == null ? null : mapper.apply(key, value);
    }

    private boolean isAbsent(@Nullable VOut newValue, @Nullable VOut oldValue) {
        return skipsAbsent && sendOldValues && newValue == null && oldValue == null;
    }

    private final class VirtualMapping implements Processor<K, Change<VIn>, K, Change<VOut>> {
        @SuppressWarnings("NullAway.Init")
        private RecordForwarder<K, Change<VOut>> forwarder;

        @Override
        public void init(ProcessorContext<K, Change<VOut>> context) {
            forwarder = new RecordForwarder<>(context);
        }

        @Override
        public void process(Record<K, Change<VIn>> record) {
            VOut newValue = mapped(record.key(), record.value().newValue());
            VOut oldValue = sendOldValues ? mapped(record.key(), record.value().oldValue()) : null;
            if (!isAbsent(newValue, oldValue)) {
                forwarder.forward(
                        record,
                        record.key(),
                        new Change<>(newValue, oldValue, record.value().latest()),
                        record.timestamp());
            }
        }
    }

    @SuppressWarnings("NullAway.Init")
    private final class MaterializedMapping implements Processor<K, Change<VIn>, K, Change<VOut>> {
        private final TableStore<K, VOut> tableStore;
        private TimestampedAccess<K, VOut> rows;
        private TableForwarder<K, VOut> forwarder;

        MaterializedMapping(TableStore<K, VOut> tableStore) {
            this.tableStore = tableStore;
        }

        @Override
        public void init(ProcessorContext<K, Change<VOut>> context) {
            StateStore store = tableStore.open(context);
            rows = StoreAccess.of(store);
            forwarder = new TableForwarder<>(store, context, sendOldValues);
        }

        @Override
        public void process(Record<K, Change<VIn>> record) {
            VOut newValue = mapped(record.key(), record.value().newValue());
            VOut oldValue = sendOldValues ? rows.readValue(record.key()) : null;
            if (!isAbsent(newValue, oldValue)) {
                long put = rows.update(record.key(), newValue, record.timestamp());
                forwarder.forward(record, put, newValue, oldValue, record.timestamp());
            }
        }
    }
}
