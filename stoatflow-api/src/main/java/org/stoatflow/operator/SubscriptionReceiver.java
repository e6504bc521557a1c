package org.stoatflow.operator;

import java.util.Set;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.operator.OperatorHooks.DropReason;
import org.stoatflow.operator.Subscription.Instruction;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/**
 * Keeps and ends subscriptions of a foreign-key join in the partition of their foreign key, and forwards them to the
 * {@link SubscriptionJoin}. A left join's row without a foreign key is kept nowhere, and forwarded for its answer.
 *
 * @param <K> the type of the left table's keys
 * @param <KO> the type of the right table's keys
 */
public final class SubscriptionReceiver<K, KO> implements ProcessorSupplier<KO, Subscription, KO, Subscription> {
    private final SubscriptionStore store;
    private final ForeignKeySerdes<K, KO, ?> serdes;

    /**
     * Creates the supplier.
     *
     * @param store keeps the subscriptions
     * @param serdes the serdes of the join
     */
    public SubscriptionReceiver(SubscriptionStore store, ForeignKeySerdes<K, KO, ?> serdes) {
        this.store = store;
        this.serdes = serdes;
    }

    @Override
    public Set<StoreBuilder<?>> stores() {
        return store.builders();
    }

    @Override
    public Processor<KO, Subscription, KO, Subscription> get() {
        return new Operator();
    }

    @SuppressWarnings("NullAway.Init")
    private final class Operator implements Processor<KO, Subscription, KO, Subscription> {
        private RecordForwarder<KO, Subscription> forwarder;
        private TimestampedKeyValueStore<Bytes, Subscription> subscriptions;
        private KeyBytes<KO> foreignKeys;
        private DropLog drops;

        @Override
        public void init(ProcessorContext<KO, Subscription> context) {
            forwarder = new RecordForwarder<>(context);
            subscriptions = store.open(context);
            foreignKeys = serdes.openForeign(context);
            drops = new DropLog(context, "A join by foreign key");
        }

        @Override
        public void process(Record<KO, Subscription> record) {
            Subscription subscription = record.value();
            if (record.key() != null) {
                keep(record, subscription);
            } else if (subscription.instruction() != Instruction.SUBSCRIBE_AND_ANSWER) {
                drops.onDropped(DropReason.NULL_FOREIGN_KEY);
                return;
            }
            forwarder.forward(record, record.key(), subscription, record.timestamp());
        }

        private void keep(Record<KO, Subscription> record, Subscription subscription) {
            byte[] foreignKey = foreignKeys.write(record.key(), record.headers());
            Bytes key = CombinedKey.of(foreignKey, subscription.primaryKey().get());
            if (subscription.instruction().ends()) {
                subscriptions.delete(key);
            } else {
                subscriptions.put(key, ValueAndTimestamp.make(subscription, record.timestamp()));
            }
        }
    }
}
