package org.stoatflow.operator;

import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.OperatorHooks.DropReason;
import org.stoatflow.streams.kstream.KeyValueMapper;
import org.stoatflow.streams.kstream.ValueJoinerWithStreamAndMappedKey;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;

/**
 * Joins each record of a stream with the row of a global table whose key a function finds in the record. A result has
 * the record's key and timestamp. Records without a value are dropped, and, unless it is a left join, records for which
 * the function gives no key. A record's own key may be null.
 *
 * @param <K> the type of the stream's keys
 * @param <V> the type of the stream's values
 * @param <KT> the type of the table's keys
 * @param <VT> the type of the table's values
 * @param <VOut> the type of joined values
 */
public final class GlobalTableJoin<K, V, KT, VT, VOut> implements ProcessorSupplier<K, V, K, VOut> {
    private final TableView<KT, VT> table;
    private final KeyValueMapper<? super K, ? super V, ? extends KT> keySelector;
    private final ValueJoinerWithStreamAndMappedKey<? super K, ? super KT, ? super V, ? super VT, ? extends VOut>
            joiner;
    private final boolean left;

    /**
     * Creates the supplier.
     *
     * @param table the table
     * @param keySelector gives the key of the row to join a record with; null for none
     * @param joiner joins a record's value with the value of a row, given both keys
     * @param left whether records are joined with null where the table has no row
     */
    public GlobalTableJoin(
            TableView<KT, VT> table,
            KeyValueMapper<? super K, ? super V, ? extends KT> keySelector,
            ValueJoinerWithStreamAndMappedKey<? super K, ? super KT, ? super V, ? super VT, ? extends VOut> joiner,
            boolean left) {
        this.table = table;
        this.keySelector = keySelector;
        this.joiner = joiner;
        this.left = left;
    }

    @Override
    public Processor<K, V, K, VOut> get() {
        return new Operator();
    }

    @SuppressWarnings("NullAway.Init")
    private final class Operator implements Processor<K, V, K, VOut> {
        private RecordForwarder<K, VOut> forwarder;
        private TableReader<KT, VT> rows;
        private DropLog drops;

        @Override
        public void init(ProcessorContext<K, VOut> context) {
            forwarder = new RecordForwarder<>(context);
            rows = table.open(context);
            drops = new DropLog(context, "A join with a global table");
        }

        @Override
        public void process(Record<K, V> record) {
            @Nullable KT selected = keySelector.apply(record.key(), record.value());
            if (record.value() == null || selected == null && !left) {
                drops.onDropped(DropReason.NULL_KEY_OR_VALUE);
                return;
            }
            @Nullable VT row = selected == null ? null : rows.read(selected);
            if (left || row != null) {
                VOut joined = joiner.apply(record.key(), selected, record.value(), row);
                forwarder.forward(record, record.key(), joined, record.timestamp());
            }
        }

        @Override
        public void close() {
            rows.close();
        }
    }
}
