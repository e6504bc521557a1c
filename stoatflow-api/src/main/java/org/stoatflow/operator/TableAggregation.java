package org.stoatflow.operator;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.kstream.Aggregator;
import org.stoatflow.streams.kstream.Initializer;
import org.stoatflow.streams.kstream.Reducer;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.StoreBuilder;

/**
 * Aggregates the rows of a table by group: the old value of an update is subtracted before the new one is added. There
 * is nothing to subtract from where the group has no aggregate. A result's timestamp is the greatest of its updates'.
 *
 * @param <K> the type of the groups' keys
 * @param <V> the type of grouped values
 * @param <VAgg> the type of aggregates
 */
public final class TableAggregation<K, V, VAgg> implements TableSupplier<K, Change<V>, VAgg> {
    /** How an update changes an aggregate. */
    private interface Rule<K, V, VAgg> {
        @Nullable
        VAgg add(K key, V value, @Nullable VAgg aggregate);

        @Nullable
        VAgg subtract(K key, V value, VAgg aggregate);
    }

    private final TableStore<K, VAgg> store;
    private final Rule<K, V, VAgg> rule;
    private boolean sendOldValues;

    private TableAggregation(TableStore<K, VAgg> store, Rule<K, V, VAgg> rule) {
        this.store = store;
        this.rule = rule;
    }

    /**
     * Aggregates into a value of any type.
     *
     * @param store keeps the aggregates
     * @param initializer makes the aggregate to which a group's first value is added
     * @param adder adds a row's new value
     * @param subtractor subtracts a row's old value
     * @param <K> the type of the groups' keys
     * @param <V> the type of grouped values
     * @param <VAgg> the type of aggregates
     * @return makes the operators
     */
    public static <K, V, VAgg> TableAggregation<K, V, VAgg> aggregate(
            TableStore<K, VAgg> store,
            Initializer<VAgg> initializer,
            Aggregator<? super K, ? super V, VAgg> adder,
            Aggregator<? super K, ? super V, VAgg> subtractor) {
        return new TableAggregation<>(store, new Rule<>() {
            @Override
            public @Nullable VAgg add(K key, V value, @Nullable VAgg aggregate) {
                return adder.apply(key, value, aggregate == null ? initializer.apply() : aggregate);
            }

            @Override
            public @Nullable VAgg subtract(K key, V value, VAgg aggregate) {
                return subtractor.apply(key, value, aggregate);
            }
        });
    }

    /**
     * Aggregates values to one of their type. A group's first value is its first aggregate.
     *
     * @param store keeps the aggregates
     * @param adder adds a row's new value
     * @param subtractor subtracts a row's old value
     * @param <K> the type of the groups' keys
     * @param <V> the type of values
     * @return makes the operators
     */
    public static <K, V> TableAggregation<K, V, V> reduce(
            TableStore<K, V> store, Reducer<V> adder, Reducer<V> subtractor) {
        return new TableAggregation<>(store, new Rule<>() {
            @Override
            public @Nullable V add(K key, V value, @Nullable V aggregate) {
                return aggregate == null ? value : adder.apply(aggregate, value);
            }

            @Override
            public @Nullable V subtract(K key, V value, V aggregate) {
                return subtractor.apply(aggregate, value);
            }
        });
    }

    @Override
    public boolean sendOldValues(boolean materialize) {
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
    public TableView<K, VAgg> view() {
        return TableView.of(store);
    }

    @Override
    public Set<StoreBuilder<?>> stores() {
        return store.builders();
    }

    @Override
    public Processor<K, Change<V>, K, Change<VAgg>> get() {
        return new Operator<>(store, rule, sendOldValues);
    }

    @SuppressWarnings("NullAway.Init")
    private static final class Operator<K, V, VAgg> implements Processor<K, Change<V>, K, Change<VAgg>> {
        private final TableStore<K, VAgg> tableStore;
        private final Rule<K, V, VAgg> rule;
        private final boolean sendOldValues;
        private TimestampedAccess<K, VAgg> rows;
        private TableForwarder<K, VAgg> forwarder;

        Operator(TableStore<K, VAgg> tableStore, Rule<K, V, VAgg> rule, boolean sendOldValues) {
            this.tableStore = tableStore;
            this.rule = rule;
            this.sendOldValues = sendOldValues;
        }

        @Override
        public void init(ProcessorContext<K, Change<VAgg>> context) {
            StateStore store = tableStore.open(context);
            rows = StoreAccess.of(store);
            forwarder = new TableForwarder<>(store, context, sendOldValues);
        }

        @Override
        public void process(Record<K, Change<V>> record) {
            K key = record.key();
            if (key == null) {
                throw new StreamsException(
                        "The aggregation " + tableStore.name() + " of a table was given a row without a key");
            }
            V added = record.value().newValue();
            V subtracted = record.value().oldValue();
            VAgg stored = rows.readValue(key);
            long timestamp = stored == null ? record.timestamp() : Math.max(record.timestamp(), rows.readTimestamp());
            VAgg aggregate = stored;
            if (subtracted != null && stored != null) {
                aggregate = rule.subtract(key, subtracted, stored);
            }
            if (added != null) {
                aggregate = rule.add(key, added, aggregate);
            }
            long put = rows.update(key, aggregate, timestamp);
            forwarder.forward(record, put, aggregate, stored, timestamp);
        }
    }
}
