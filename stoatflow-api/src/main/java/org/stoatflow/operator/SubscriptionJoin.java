package org.stoatflow.operator;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;

/**
 * Answers subscriptions of a foreign-key join with the right table's row at that time. An answer's timestamp is the
 * greater one of both. The left rows' keys are the keys of what it forwards.
 *
 * @param <K> the type of the left table's keys
 * @param <KO> the type of the right table's keys
 * @param <VO> the type of the right table's values
 */
public final class SubscriptionJoin<K, KO, VO> implements ProcessorSupplier<KO, Subscription, K, Answer<VO>> {
    private final TableView<KO, VO> right;
    private final ForeignKeySerdes<K, KO, ?> serdes;

    /**
     * Creates the supplier.
     *
     * @param right the right table
     * @param serdes the serdes of the join
     */
    public SubscriptionJoin(TableView<KO, VO> right, ForeignKeySerdes<K, KO, ?> serdes) {
        this.right = right;
        this.serdes = serdes;
    }

    /**
     * The stores of the right table, which the operator reads.
     *
     * @return their names
     */
    public Set<String> storesToRead() {
        return right.stores();
    }

    @Override
    public Processor<KO, Subscription, K, Answer<VO>> get() {
        return new Operator();
    }

    @SuppressWarnings("NullAway.Init")
    private final class Operator implements Processor<KO, Subscription, K, Answer<VO>> {
        private RecordForwarder<K, Answer<VO>> forwarder;
        private TableReader<KO, VO> rows;
        private KeyBytes<K> primaryKeys;
        private KeyBytes<KO> foreignKeys;
        private EpochKeys deleted;

        @Override
        public void init(ProcessorContext<K, Answer<VO>> context) {
            forwarder = new RecordForwarder<>(context);
            rows = right.open(context);
            primaryKeys = serdes.openPrimary(context);
            foreignKeys = serdes.openForeign(context);
            deleted = ForeignTableJoin.deleted(context, serdes);
        }

        @Override
        public void process(Record<KO, Subscription> record) {
            VO row = record.key() == null ? null : rows.read(record.key());
            long timestamp = row == null ? record.timestamp() : Math.max(record.timestamp(), rows.timestamp());
            switch (record.value().instruction()) {
                case UNSUBSCRIBE -> {}
                case UNSUBSCRIBE_AND_ANSWER -> answer(record, null, timestamp);
                case SUBSCRIBE_AND_ANSWER -> answer(record, row, timestamp);
                case SUBSCRIBE -> {
                    if (row != null || isDeleted(record)) {
                        answer(record, row, timestamp);
                    }
                }
            }
        }

        /**
         * Whether the row was deleted in this epoch. The answers that say so may meet a left row that has changed
         * meanwhile, and are dropped then; so this subscription, which tells of the change, is answered too.
         */
        private boolean isDeleted(Record<KO, Subscription> record) {
            return record.key() != null
                    && !deleted.isEmpty()
                    && deleted.contains(foreignKeys.write(record.key(), record.headers()));
        }

        private void answer(Record<KO, Subscription> record, @Nullable VO row, long timestamp) {
            Subscription asked = record.value();
            K key = primaryKeys.read(asked.primaryKey().get(), record.headers());
            forwarder.forward(record, key, new Answer<>(asked.hash(), row, asked.partition()), timestamp);
        }

        @Override
        public void close() {
            rows.close();
        }
    }
}
