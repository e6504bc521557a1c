package org.stoatflow.operator;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.kstream.KeyValueMapper;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.topology.RetractsRows;

/**
 * Gives the rows of a table to the groups that they belong to. An update whose old and new row are in one group is one
 * record; otherwise the old row's group is told first. Rows that are mapped to no key or no value are in no group.
 *
 * <p>With {@code upgrade.from} of 3.4 or earlier each update is two records, as Kafka Streams wrote it then (KIP-904).
 *
 * @param <K> the type of the table's keys
 * @param <V> the type of the table's values
 * @param <KR> the type of the groups' keys
 * @param <VR> the type of grouped values
 */
public final class TableRegrouping<K, V, KR, VR>
        implements ProcessorSupplier<K, Change<V>, KR, Change<VR>>, RetractsRows {
    private static final Set<Object> BEFORE_ONE_RECORD = Set.of(
            StreamsConfig.UPGRADE_FROM_24,
            StreamsConfig.UPGRADE_FROM_25,
            StreamsConfig.UPGRADE_FROM_26,
            StreamsConfig.UPGRADE_FROM_27,
            StreamsConfig.UPGRADE_FROM_28,
            StreamsConfig.UPGRADE_FROM_30,
            StreamsConfig.UPGRADE_FROM_31,
            StreamsConfig.UPGRADE_FROM_32,
            StreamsConfig.UPGRADE_FROM_33,
            StreamsConfig.UPGRADE_FROM_34);

    private final KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KR, ? extends VR>> mapper;
    private final boolean dropsOld;

    /**
     * Creates the supplier.
     *
     * @param mapper gives the group and the value of a row
     * @param dropsOld whether updates that are not of the newest version are left out, as of a versioned table
     */
    public TableRegrouping(
            KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KR, ? extends VR>> mapper,
            boolean dropsOld) {
        this.mapper = mapper;
        this.dropsOld = dropsOld;
    }

    @Override
    public Processor<K, Change<V>, KR, Change<VR>> get() {
        return new Operator<>(mapper, dropsOld);
    }

    @SuppressWarnings("NullAway.Init")
    private static final class Operator<K, V, KR, VR> implements Processor<K, Change<V>, KR, Change<VR>> {
        private final KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KR, ? extends VR>> mapper;
        private final boolean dropsOld;
        private RecordForwarder<KR, Change<VR>> forwarder;
        private boolean splits;

        Operator(
                KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KR, ? extends VR>> mapper,
                boolean dropsOld) {
            this.mapper = mapper;
            this.dropsOld = dropsOld;
        }

        @Override
        public void init(ProcessorContext<KR, Change<VR>> context) {
            forwarder = new RecordForwarder<>(context);
            Object upgradedFrom = context.appConfigs().get(StreamsConfig.UPGRADE_FROM_CONFIG);
            splits = upgradedFrom != null && BEFORE_ONE_RECORD.contains(upgradedFrom);
        }

        @Override
        public void process(Record<K, Change<V>> record) {
            if (record.key() == null) {
                throw new StreamsException("A table's row without a key cannot be grouped");
            }
            if (dropsOld && !record.value().latest()) {
                return; // groups are of the newest versions
            }
            KeyValue<? extends KR, ? extends VR> newer =
                    grouped(record.key(), record.value().newValue());
            KeyValue<? extends KR, ? extends VR> older =
                    grouped(record.key(), record.value().oldValue());
            if (!splits && newer != null && older != null && older.key.equals(newer.key)) {
                forward(record, older.key, newer.value, older.value);
                return;
            }
            if (older != null) {
                forward(record, older.key, null, older.value);
            }
            if (newer != null) {
                forward(record, newer.key, newer.value, null);
            }
        }

        private @Nullable KeyValue<? extends KR, ? extends VR> grouped(K key, @Nullable V value) {
            KeyValue<? extends KR, ? extends VR> pair = value == null ? null : mapper.apply(key, value);
            return pair == null || pair.key == null || pair.value == null ? null : pair;
        }

        private void forward(Record<K, Change<V>> record, KR key, @Nullable VR newer, @Nullable VR older) {
            forwarder.forward(record, key, new Change<>(newer, older), record.timestamp());
        }
    }
}
