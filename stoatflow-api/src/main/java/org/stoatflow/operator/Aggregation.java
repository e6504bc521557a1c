package org.stoatflow.operator;

import java.util.Set;
import org.stoatflow.operator.OperatorHooks.DropReason;
import org.stoatflow.streams.kstream.Aggregator;
import org.stoatflow.streams.kstream.Initializer;
import org.stoatflow.streams.kstream.Reducer;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.StoreBuilder;

/**
 * Aggregates a grouped stream by key: {@code count}, {@code reduce} and {@code aggregate}. A result's timestamp is the
 * greatest of its records'. Records without key or value are dropped.
 *
 * @param <K> the type of keys
 * @param <V> the type of the stream's values
 * @param <VAgg> the type of aggregates
 */
public final class Aggregation<K, V, VAgg> implements TableSupplier<K, V, VAgg> {
    private final TableStore<K, VAgg> store;
    private final AggregateRule<K, V, VAgg> rule;
    private boolean sendOldValues;

    private Aggregation(TableStore<K, VAgg> store, AggregateRule<K, V, VAgg> rule) {
        this.store = store;
        this.rule = rule;
    }

    /**
     * Aggregates into a value of any type.
     *
     * @param store keeps the aggregates
     * @param initializer makes the aggregate before a key's first record
     * @param aggregator adds a record
     * @param <K> the type of keys
     * @param <V> the type of the stream's values
     * @param <VAgg> the type of aggregates
     * @return makes the operators
     */
    public static <K, V, VAgg> Aggregation<K, V, VAgg> aggregate(
            TableStore<K, VAgg> store,
            Initializer<VAgg> initializer,
            Aggregator<? super K, ? super V, VAgg> aggregator) {
        return new Aggregation<>(store, AggregateRule.of(initializer, aggregator));
    }

    /**
     * Aggregates values to one of their type. A key's first value is its first aggregate.
     *
     * @param store keeps the aggregates
     * @param reducer adds a value
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return makes the operators
     */
    public static <K, V> Aggregation<K, V, V> reduce(TableStore<K, V> store, Reducer<V> reducer) {
        return new Aggregation<>(store, AggregateRule.of(reducer));
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
    public Processor<K, V, K, Change<VAgg>> get() {
        return new Operator<>(store, rule, sendOldValues);
    }

    @SuppressWarnings("NullAway.Init")
    private static final class Operator<K, V, VAgg> implements Processor<K, V, K, Change<VAgg>> {
        private final TableStore<K, VAgg> tableStore;
        private final AggregateRule<K, V, VAgg> rule;
        private final boolean sendOldValues;
        private TimestampedAccess<K, VAgg> rows;
        private TableForwarder<K, VAgg> forwarder;
        private DropLog drops;

        Operator(TableStore<K, VAgg> tableStore, AggregateRule<K, V, VAgg> rule, boolean sendOldValues) {
            this.tableStore = tableStore;
            this.rule = rule;
            this.sendOldValues = sendOldValues;
        }

        @Override
        public void init(ProcessorContext<K, Change<VAgg>> context) {
            StateStore store = tableStore.open(context);
            rows = StoreAccess.of(store);
            forwarder = new TableForwarder<>(store, context, sendOldValues);
            drops = new DropLog(context, "The aggregation " + tableStore.name());
        }

        @Override
        public void process(Record<K, V> record) {
            if (record.key() == null || record.value() == null) {
                drops.onDropped(DropReason.NULL_KEY_OR_VALUE);
                return;
            }
            VAgg stored = rows.readValue(record.key());
            long timestamp = stored == null ? record.timestamp() : Math.max(record.timestamp(), rows.readTimestamp());
            VAgg oldAggregate = stored == null ? rule.initial() : stored;
            VAgg newAggregate = rule.add(record.key(), record.value(), oldAggregate);
            long put = rows.update(record.key(), newAggregate, timestamp);
            forwarder.forward(record, put, newAggregate, oldAggregate, timestamp);
        }
    }
}
