package org.stoatflow.operator;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.ValueTransformerWithKey;
import org.stoatflow.streams.kstream.ValueTransformerWithKeySupplier;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.StoreBuilder;

/**
 * Makes a table of another one by a transformer of the user's, which is also asked about deletions. Where the result is
 * not kept, old values and rows that others read are transformed anew.
 *
 * @param <K> the type of keys
 * @param <VIn> the type of the other table's values
 * @param <VOut> the type of values
 */
public final class TableTransformation<K, VIn, VOut> implements TableSupplier<K, Change<VIn>, VOut> {
    private static final long UNKNOWN_TIME = -1;

    private final TableSupplier<K, ?, VIn> parent;
    private final ValueTransformerWithKeySupplier<? super K, ? super VIn, ? extends VOut> transformers;
    private final @Nullable TableStore<K, VOut> store;
    private final boolean inheritsVersions;
    private boolean sendOldValues;

    /**
     * Creates the supplier.
     *
     * @param parent makes the other table
     * @param transformers makes the user's transformers
     * @param store keeps the result; null where it is not kept
     * @param inheritsVersions whether the user has said nothing of keeping it
     */
    public TableTransformation(
            TableSupplier<K, ?, VIn> parent,
            ValueTransformerWithKeySupplier<? super K, ? super VIn, ? extends VOut> transformers,
            @Nullable TableStore<K, VOut> store,
            boolean inheritsVersions) {
        this.parent = parent;
        this.transformers = transformers;
        this.store = store;
        this.inheritsVersions = inheritsVersions;
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
        return store == null ? new View<>(parent.view(), transformers) : TableView.of(store);
    }

    @Override
    public @Nullable Set<StoreBuilder<?>> stores() {
        return store == null ? null : store.builders();
    }

    @Override
    public Processor<K, Change<VIn>, K, Change<VOut>> get() {
        return new Operator<K, VIn, VOut>(transformers.get(), store, sendOldValues);
    }

    @SuppressWarnings("NullAway.Init")
    private static final class Operator<K, VIn, VOut> implements Processor<K, Change<VIn>, K, Change<VOut>> {
        private final ValueTransformerWithKey<? super K, ? super VIn, ? extends VOut> transformer;
        private final @Nullable TableStore<K, VOut> tableStore;
        private final boolean sendOldValues;
        private TransformerContext place;
        private RecordForwarder<K, Change<VOut>> forwarder;
        private @Nullable TimestampedAccess<K, VOut> rows;
        private @Nullable TableForwarder<K, VOut> updates;

        Operator(
                ValueTransformerWithKey<? super K, ? super VIn, ? extends VOut> transformer,
                @Nullable TableStore<K, VOut> tableStore,
                boolean sendOldValues) {
            this.transformer = transformer;
            this.tableStore = tableStore;
            this.sendOldValues = sendOldValues;
        }

        @Override
        public void init(ProcessorContext<K, Change<VOut>> context) {
            place = new TransformerContext(context);
            forwarder = new RecordForwarder<>(context);
            transformer.init(place);
            if (tableStore != null) {
                StateStore store = tableStore.open(context);
                rows = StoreAccess.of(store);
                updates = new TableForwarder<>(store, context, sendOldValues);
            }
        }

        @Override
        public void process(Record<K, Change<VIn>> record) {
            place.at(record);
            K key = record.key();
            VOut newValue = transformer.transform(key, record.value().newValue());
            if (rows == null || updates == null) {
                VOut oldValue = sendOldValues
                        ? transformer.transform(key, record.value().oldValue())
                        : null;
                Change<VOut> change =
                        new Change<>(newValue, oldValue, record.value().latest());
                forwarder.forward(record, key, change, record.timestamp());
            } else {
                VOut oldValue = sendOldValues ? rows.readValue(key) : null;
                long put = rows.update(key, newValue, record.timestamp());
                updates.forward(record, put, newValue, oldValue, record.timestamp());
            }
        }

        @Override
        public void close() {
            transformer.close();
        }
    }

    /** The table as it follows from the rows of the other one, each view with a transformer of its own. */
    private record View<K, VIn, VOut>(
            TableView<K, VIn> parent,
            ValueTransformerWithKeySupplier<? super K, ? super VIn, ? extends VOut> transformers)
            implements TableView<K, VOut> {
        @Override
        public Set<String> stores() {
            return parent.stores();
        }

        @Override
        public TableReader<K, VOut> open(ProcessorContext<?, ?> context) {
            TransformerContext place = new TransformerContext(context);
            TableReader<K, VIn> rows = parent.open(context);
            ValueTransformerWithKey<? super K, ? super VIn, ? extends VOut> transformer = transformers.get();
            transformer.init(place);
            return new Reader<K, VIn, VOut>(rows, transformer, place);
        }
    }

    private static final class Reader<K, VIn, VOut> implements TableReader<K, VOut> {
        private final TableReader<K, VIn> rows;
        private final ValueTransformerWithKey<? super K, ? super VIn, ? extends VOut> transformer;
        private final TransformerContext place;
        private long timestamp;

        Reader(
                TableReader<K, VIn> rows,
                ValueTransformerWithKey<? super K, ? super VIn, ? extends VOut> transformer,
                TransformerContext place) {
            this.rows = rows;
            this.transformer = transformer;
            this.place = place;
        }

        @Override
        public @Nullable VOut read(K key) {
            return transformed(key, rows.read(key));
        }

        @Override
        public boolean versioned() {
            return rows.versioned();
        }

        @Override
        public @Nullable VOut read(K key, long asOfMs) {
            return transformed(key, rows.read(key, asOfMs));
        }

        private @Nullable VOut transformed(K key, @Nullable VIn value) {
            timestamp = value == null ? UNKNOWN_TIME : rows.timestamp();
            place.at(timestamp);
            return transformer.transform(key, value);
        }

        @Override
        public long timestamp() {
            return timestamp;
        }

        @Override
        public void close() {
            rows.close();
            transformer.close();
        }
    }
}
