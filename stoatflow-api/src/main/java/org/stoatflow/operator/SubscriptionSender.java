package org.stoatflow.operator;

import java.util.Arrays;
import java.util.function.BiFunction;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.OperatorHooks.DropReason;
import org.stoatflow.operator.Subscription.Instruction;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.topology.RetractsRows;

/**
 * The left table's side of a foreign-key join: tells the right table of each update to which foreign key the row
 * subscribes. Where the foreign key changes, the former one is told first. The rows' foreign keys are the keys of what
 * it forwards.
 *
 * @param <K> the type of the left table's keys
 * @param <V> the type of the left table's values
 * @param <KO> the type of the right table's keys
 */
public final class SubscriptionSender<K, V, KO>
        implements ProcessorSupplier<K, Change<V>, KO, Subscription>, RetractsRows {
    private final BiFunction<? super K, ? super V, ? extends KO> extractor;
    private final ForeignKeySerdes<K, KO, V> serdes;
    private final boolean left;
    private final boolean dropsOld;

    /**
     * Creates the supplier.
     *
     * @param extractor gives the foreign key of a row; null for none
     * @param serdes the serdes of the join
     * @param left whether each row of the left table has a result
     * @param dropsOld whether updates that are not of the newest version are dropped, as of a versioned table
     */
    public SubscriptionSender(
            BiFunction<? super K, ? super V, ? extends KO> extractor,
            ForeignKeySerdes<K, KO, V> serdes,
            boolean left,
            boolean dropsOld) {
        this.extractor = extractor;
        this.dropsOld = dropsOld;
        this.serdes = serdes;
        this.left = left;
    }

    @Override
    public Processor<K, Change<V>, KO, Subscription> get() {
        return new Operator();
    }

    @SuppressWarnings("NullAway.Init")
    private final class Operator implements Processor<K, Change<V>, KO, Subscription> {
        private ProcessorContext<KO, Subscription> context;
        private RecordForwarder<KO, Subscription> forwarder;
        private KeyBytes<K> primaryKeys;
        private KeyBytes<KO> foreignKeys;
        private ForeignKeySerdes.Hashing<V> hashing;
        private DropLog drops;
        private EpochKeys answered; // rows whose last answer in this epoch may be "no result"

        @Override
        public void init(ProcessorContext<KO, Subscription> newContext) {
            context = newContext;
            forwarder = new RecordForwarder<>(newContext);
            primaryKeys = serdes.openPrimary(newContext);
            foreignKeys = serdes.openForeign(newContext);
            hashing = serdes.openValues(newContext);
            drops = new DropLog(newContext, "A join by foreign key");
            answered = ((OperatorHooks) newContext).epochKeys("answered " + serdes.topic());
        }

        @Override
        public void process(Record<K, Change<V>> record) {
            if (dropsOld && !record.value().latest()) {
                drops.onDropped(DropReason.OUT_OF_ORDER);
            } else if (left) {
                tellOfLeftJoin(record);
            } else {
                tellOfInnerJoin(record);
            }
        }

        private void tellOfLeftJoin(Record<K, Change<V>> record) {
            V oldValue = record.value().oldValue();
            V newValue = record.value().newValue();
            if (oldValue == null && newValue == null) {
                return;
            }
            KO oldKey = foreignKey(record.key(), oldValue);
            KO newKey = foreignKey(record.key(), newValue);
            Told told = new Told(record);
            if (oldKey != null && isOther(newKey, oldKey, record.headers())) {
                told.tell(oldKey, Instruction.UNSUBSCRIBE);
            }
            told.tell(newKey, Instruction.SUBSCRIBE_AND_ANSWER);
        }

        private void tellOfInnerJoin(Record<K, Change<V>> record) {
            V newValue = record.value().newValue();
            KO oldKey = foreignKey(record.key(), record.value().oldValue());
            KO newKey = foreignKey(record.key(), newValue);
            Told told = new Told(record);
            if (newKey == null) {
                if (newValue != null) {
                    drops.onDropped(DropReason.NULL_FOREIGN_KEY);
                }
                if (oldKey != null) {
                    told.tell(oldKey, Instruction.UNSUBSCRIBE_AND_ANSWER);
                    answered.add(told.primaryKey());
                }
            } else if (oldKey != null && isOther(newKey, oldKey, record.headers())) {
                told.tell(oldKey, Instruction.UNSUBSCRIBE);
                told.tell(newKey, Instruction.SUBSCRIBE_AND_ANSWER);
                answered.add(told.primaryKey());
            } else {
                told.tell(newKey, isAnswered(told) ? Instruction.SUBSCRIBE_AND_ANSWER : Instruction.SUBSCRIBE);
            }
        }

        /**
         * Whether an answer to a former value may be on its way that takes the row's result back. It is dropped when it
         * comes, as it is not for this value; so this value is answered in any case.
         */
        private boolean isAnswered(Told told) {
            return !answered.isEmpty() && answered.contains(told.primaryKey());
        }

        private @Nullable KO foreignKey(K key, @Nullable V value) {
            return value == null ? null : extractor.apply(key, value);
        }

        private boolean isOther(@Nullable KO newKey, KO oldKey, Headers headers) {
            return !Arrays.equals(foreignKeys.write(newKey, headers), foreignKeys.write(oldKey, headers));
        }

        /** What the right table is told of one update. */
        private final class Told {
            private final Record<K, Change<V>> record;
            private @Nullable Subscription last;
            private byte @Nullable [] primaryKey;

            Told(Record<K, Change<V>> record) {
                this.record = record;
            }

            void tell(@Nullable KO foreignKey, Instruction instruction) {
                Subscription subscription = last == null ? first(instruction) : last.with(instruction);
                last = subscription;
                forwarder.forward(record, foreignKey, subscription, record.timestamp());
            }

            /** Serialized once: a serde may write headers. */
            byte[] primaryKey() {
                byte[] key = primaryKey;
                if (key == null) {
                    key = primaryKeys.write(record.key(), record.headers());
                    primaryKey = key;
                }
                return key;
            }

            private Subscription first(Instruction instruction) {
                return new Subscription(
                        hashing.of(record.value().newValue(), record.headers()),
                        instruction,
                        Bytes.wrap(primaryKey()),
                        context.taskId().partition());
            }
        }
    }
}
