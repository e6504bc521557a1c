package org.stoatflow.operator;

import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.OperatorHooks.DropReason;
import org.stoatflow.streams.kstream.ValueJoiner;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;

/**
 * Joins answers of the right table with the left table's rows. An answer that is for another value than the row has now
 * is dropped: the row's newer value has asked for itself.
 *
 * @param <K> the type of the left table's keys
 * @param <V> the type of the left table's values
 * @param <VO> the type of the right table's values
 * @param <VR> the type of joined values
 */
public final class AnswerJoin<K, V, VO, VR> implements ProcessorSupplier<K, Answer<VO>, K, VR> {
    private final TableView<K, V> rows;
    private final ForeignKeySerdes<K, ?, V> serdes;
    private final ValueJoiner<? super V, ? super VO, ? extends VR> joiner;
    private final boolean left;

    /**
     * Creates the supplier.
     *
     * @param rows the left table
     * @param serdes the serdes of the join
     * @param joiner joins values; in a left join, the right one may be null
     * @param left whether each row of the left table has a result
     */
    public AnswerJoin(
            TableView<K, V> rows,
            ForeignKeySerdes<K, ?, V> serdes,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            boolean left) {
        this.rows = rows;
        this.serdes = serdes;
        this.joiner = joiner;
        this.left = left;
    }

    /**
     * The stores of the left table, which the operator reads.
     *
     * @return their names
     */
    public Set<String> storesToRead() {
        return rows.stores();
    }

    @Override
    public Processor<K, Answer<VO>, K, VR> get() {
        return new Operator();
    }

    @SuppressWarnings("NullAway.Init")
    private final class Operator implements Processor<K, Answer<VO>, K, VR> {
        private RecordForwarder<K, VR> forwarder;
        private TableReader<K, V> reader;
        private ForeignKeySerdes.Hashing<V> hashing;
        private DropLog drops;

        @Override
        public void init(ProcessorContext<K, VR> context) {
            forwarder = new RecordForwarder<>(context);
            reader = rows.open(context);
            hashing = serdes.openValues(context);
            drops = new DropLog(context, "A join by foreign key");
        }

        @Override
        public void process(Record<K, Answer<VO>> record) {
            Answer<VO> answer = record.value();
            @Nullable V row = reader.read(record.key());
            if (!Objects.equals(answer.hash(), hashing.of(row, record.headers()))) {
                drops.onDropped(DropReason.STALE_ANSWER);
                return;
            }
            boolean absent = answer.value() == null && (!left || row == null);
            VR joined = absent ? null : joiner.apply(row, answer.value());
            forwarder.forward(record, record.key(), joined, record.timestamp());
        }

        @Override
        public void close() {
            reader.close();
        }
    }
}
