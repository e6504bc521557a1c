package org.stoatflow.operator;

import java.util.List;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;

/**
 * Makes one table of the updates of several operators, which share its store.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class TablePassThrough<K, V> implements TableSupplier<K, Change<V>, V> {
    private final List<TableSupplier<K, ?, V>> parents;

    /**
     * Creates the supplier.
     *
     * @param parents make the operators, at least one
     */
    public TablePassThrough(List<TableSupplier<K, ?, V>> parents) {
        this.parents = List.copyOf(parents);
    }

    @Override
    public boolean sendOldValues(boolean materialize) {
        parents.forEach(parent -> parent.sendOldValues(materialize));
        return true;
    }

    @Override
    public boolean versioned() {
        return parents.stream().allMatch(TableSupplier::versioned);
    }

    @Override
    public long historyMs() {
        return parents.getFirst().historyMs();
    }

    @Override
    public TableView<K, V> view() {
        return parents.getFirst().view();
    }

    @Override
    public Processor<K, Change<V>, K, Change<V>> get() {
        return new Operator<>();
    }

    @SuppressWarnings("NullAway.Init")
    private static final class Operator<K, V> implements Processor<K, Change<V>, K, Change<V>> {
        private RecordForwarder<K, Change<V>> forwarder;

        @Override
        public void init(ProcessorContext<K, Change<V>> context) {
            forwarder = new RecordForwarder<>(context);
        }

        @Override
        public void process(Record<K, Change<V>> record) {
            forwarder.forward(record, record.key(), record.value(), record.timestamp());
        }
    }
}
