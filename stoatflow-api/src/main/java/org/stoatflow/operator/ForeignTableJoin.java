package org.stoatflow.operator;

import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.OperatorHooks.DropReason;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/**
 * The right table's side of a foreign-key join: tells each update to all rows of the left table that subscribe to its
 * key, in the order of their keys' bytes. An answer's timestamp is the update's.
 *
 * @param <K> the type of the left table's keys
 * @param <KO> the type of the right table's keys
 * @param <VO> the type of the right table's values
 */
public final class ForeignTableJoin<K, KO, VO> implements ProcessorSupplier<KO, Change<VO>, K, Answer<VO>> {
    private final SubscriptionStore store;
    private final ForeignKeySerdes<K, KO, ?> serdes;
    private final boolean dropsOld;

    /**
     * Creates the supplier.
     *
     * @param store keeps the subscriptions
     * @param serdes the serdes of the join
     * @param dropsOld whether updates that are not of the newest version are dropped, as of a versioned table
     */
    public ForeignTableJoin(SubscriptionStore store, ForeignKeySerdes<K, KO, ?> serdes, boolean dropsOld) {
        this.store = store;
        this.serdes = serdes;
        this.dropsOld = dropsOld;
    }

    /** The keys of right rows that an epoch has deleted, for both operators that answer. */
    static EpochKeys deleted(ProcessorContext<?, ?> context, ForeignKeySerdes<?, ?, ?> serdes) {
        return ((OperatorHooks) context).epochKeys("deleted " + serdes.topic());
    }

    @Override
    public Set<StoreBuilder<?>> stores() {
        return store.builders();
    }

    @Override
    public Processor<KO, Change<VO>, K, Answer<VO>> get() {
        return new Operator();
    }

    @SuppressWarnings("NullAway.Init")
    private final class Operator implements Processor<KO, Change<VO>, K, Answer<VO>> {
        private RecordForwarder<K, Answer<VO>> forwarder;
        private TimestampedKeyValueStore<Bytes, Subscription> subscriptions;
        private KeyBytes<K> primaryKeys;
        private KeyBytes<KO> foreignKeys;
        private DropLog drops;
        private EpochKeys deleted;

        @Override
        public void init(ProcessorContext<K, Answer<VO>> context) {
            forwarder = new RecordForwarder<>(context);
            subscriptions = store.open(context);
            primaryKeys = serdes.openPrimary(context);
            foreignKeys = serdes.openForeign(context);
            drops = new DropLog(context, "A join by foreign key");
            deleted = deleted(context, serdes);
        }

        @Override
        public void process(Record<KO, Change<VO>> record) {
            if (record.key() == null) {
                drops.onDropped(DropReason.NULL_KEY);
                return;
            }
            if (dropsOld && !record.value().latest()) {
                drops.onDropped(DropReason.OUT_OF_ORDER);
                return;
            }
            @Nullable VO row = record.value().newValue();
            Headers headers = record.headers();
            byte[] foreignKey = foreignKeys.write(record.key(), headers);
            if (row == null) {
                deleted.add(foreignKey);
            }
            byte[] prefix = CombinedKey.prefix(foreignKey);
            try (KeyValueIterator<Bytes, ValueAndTimestamp<Subscription>> found =
                    subscriptions.range(Bytes.wrap(prefix), CombinedKey.behind(prefix))) {
                while (found.hasNext()) {
                    KeyValue<Bytes, ValueAndTimestamp<Subscription>> next = found.next();
                    byte[] key = next.key.get();
                    if (CombinedKey.hasPrefix(key, prefix)) {
                        Subscription asked = next.value.value();
                        forwarder.forward(
                                record,
                                primaryKeys.read(CombinedKey.primaryKey(key, prefix), headers),
                                new Answer<>(asked.hash(), row, asked.partition()),
                                record.timestamp());
                    }
                }
            }
        }
    }
}
