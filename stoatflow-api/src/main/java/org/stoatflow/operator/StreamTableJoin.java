package org.stoatflow.operator;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.OperatorHooks.DropReason;
import org.stoatflow.streams.kstream.ValueJoinerWithKey;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;

/**
 * Joins each record of a stream with the table's row of its key at that time, or, where the table is versioned, at
 * the record's. Updates of the table forward nothing. A
 * result has the record's timestamp. Records without a value are dropped, and, unless it is a left join, records
 * without a key.
 *
 * @param <K> the type of keys
 * @param <V> the type of the stream's values
 * @param <VT> the type of the table's values
 * @param <VOut> the type of joined values
 */
public final class StreamTableJoin<K, V, VT, VOut> implements ProcessorSupplier<K, V, K, VOut> {
    private final TableView<K, VT> table;
    private final ValueJoinerWithKey<? super K, ? super V, ? super VT, ? extends VOut> joiner;
    private final boolean left;

    /**
     * Creates the supplier.
     *
     * @param table the table
     * @param joiner joins a record's value with the value of a row
     * @param left whether records are joined with null where the table has no row
     */
    public StreamTableJoin(
            TableView<K, VT> table,
            ValueJoinerWithKey<? super K, ? super V, ? super VT, ? extends VOut> joiner,
            boolean left) {
        this.table = table;
        this.joiner = joiner;
        this.left = left;
    }

    /**
     * The stores of the table, which the operator reads.
     *
     * @return their names
     */
    public Set<String> storesToRead() {
        return table.stores();
    }

    @Override
    public Processor<K, V, K, VOut> get() {
        return new Operator();
    }

    @SuppressWarnings("NullAway.Init")
    private final class Operator implements Processor<K, V, K, VOut> {
        private RecordForwarder<K, VOut> forwarder;
        private TableReader<K, VT> rows;
        private DropLog drops;

        @Override
        public void init(ProcessorContext<K, VOut> context) {
            forwarder = new RecordForwarder<>(context);
            rows = table.open(context);
            drops = new DropLog(context, "A join with a table");
        }

        @Override
        public void process(Record<K, V> record) {
            K key = record.key();
            if (record.value() == null || key == null && !left) {
                drops.onDropped(DropReason.NULL_KEY_OR_VALUE);
                return;
            }
            @Nullable VT row = key == null ? null : row(key, record.timestamp());
            if (left || row != null) {
                VOut joined = joiner.apply(key, record.value(), row);
                forwarder.forward(record, key, joined, record.timestamp());
            }
        }

        private @Nullable VT row(K key, long timestamp) {
            return rows.versioned() ? rows.read(key, timestamp) : rows.read(key);
        }

        @Override
        public void close() {
            rows.close();
        }
    }
}
