package org.stoatflow.operator;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.OperatorHooks.DropReason;
import org.stoatflow.streams.kstream.ValueJoiner;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;

/**
 * One side of a join of two tables: joins each update of its table with the other table's row of the same key. A
 * result's timestamp is the greater one of both. A {@link TableMerge} gathers what both sides forward.
 *
 * @param <K> the type of keys
 * @param <V> the type of values of this side's table
 * @param <VO> the type of values of the other table
 * @param <VR> the type of joined values
 */
public final class TableJoin<K, V, VO, VR> implements TableSupplier<K, Change<V>, VR> {
    private final JoinSide side;
    private final TableSupplier<K, ?, V> own;
    private final TableSupplier<K, ?, VO> other;
    private final TableView<K, V> ownView;
    private final TableView<K, VO> otherView;
    private final ValueJoiner<? super V, ? super VO, ? extends VR> joiner;
    private boolean sendOldValues;

    /**
     * Creates the supplier. Sources among the tables are kept from now on.
     *
     * @param side what a joined row needs
     * @param own makes this side's table
     * @param other makes the other table
     * @param joiner joins a value of this side with one of the other table; either may be null where {@code side}
     *     does not need it
     */
    public TableJoin(
            JoinSide side,
            TableSupplier<K, ?, V> own,
            TableSupplier<K, ?, VO> other,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner) {
        this.side = side;
        this.own = own;
        this.other = other;
        this.ownView = own.view();
        this.otherView = other.view();
        this.joiner = joiner;
    }

    /**
     * The stores of the other table, which the operator reads.
     *
     * @return their names
     */
    public Set<String> storesToRead() {
        return otherView.stores();
    }

    @Override
    public boolean sendOldValues(boolean materialize) {
        own.sendOldValues(true);
        other.sendOldValues(true);
        sendOldValues = true;
        return true;
    }

    @Override
    public long historyMs() {
        return Math.min(own.historyMs(), other.historyMs());
    }

    @Override
    public TableView<K, VR> view() {
        return new View();
    }

    @Override
    public Processor<K, Change<V>, K, Change<VR>> get() {
        return new Operator(sendOldValues);
    }

    /** Joins a row's values. Null if the joined table has no such row. */
    private @Nullable VR joined(@Nullable V value, @Nullable VO otherValue) {
        boolean absent = value == null && (side.needsOwn() || otherValue == null);
        return absent || otherValue == null && side.needsOther() ? null : joiner.apply(value, otherValue);
    }

    @SuppressWarnings("NullAway.Init")
    private final class Operator implements Processor<K, Change<V>, K, Change<VR>> {
        private final boolean forwardsOld;
        private final boolean dropsOld = own.versioned();
        private RecordForwarder<K, Change<VR>> forwarder;
        private TableReader<K, VO> rows;
        private DropLog drops;

        Operator(boolean forwardsOld) {
            this.forwardsOld = forwardsOld;
        }

        @Override
        public void init(ProcessorContext<K, Change<VR>> context) {
            forwarder = new RecordForwarder<>(context);
            rows = otherView.open(context);
            drops = new DropLog(context, "A join of tables");
        }

        @Override
        public void process(Record<K, Change<V>> record) {
            if (record.key() == null) {
                drops.onDropped(DropReason.NULL_KEY);
                return;
            }
            Change<V> change = record.value();
            if (dropsOld && !change.latest()) {
                drops.onDropped(DropReason.OUT_OF_ORDER);
                return;
            }
            VO otherValue = rows.read(record.key());
            if (otherValue == null && (side.needsOther() || change.newValue() == null && change.oldValue() == null)) {
                return;
            }
            long timestamp = otherValue == null ? record.timestamp() : Math.max(record.timestamp(), rows.timestamp());
            VR newValue = joined(change.newValue(), otherValue);
            VR oldValue = forwardsOld ? joined(change.oldValue(), otherValue) : null;
            forwarder.forward(record, record.key(), new Change<>(newValue, oldValue, change.latest()), timestamp);
        }

        @Override
        public void close() {
            rows.close();
        }
    }

    /** The joined table as it follows from the rows of both tables. */
    private final class View implements TableView<K, VR> {
        @Override
        public Set<String> stores() {
            Set<String> own = ownView.stores();
            Set<String> other = otherView.stores();
            Set<String> stores = new HashSet<>(own.size() + other.size()); // the size decides about the order
            stores.addAll(own);
            stores.addAll(other);
            return stores;
        }

        @Override
        public TableReader<K, VR> open(ProcessorContext<?, ?> context) {
            return new Reader(ownView.open(context), otherView.open(context));
        }
    }

    private final class Reader implements TableReader<K, VR> {
        private final TableReader<K, V> ownRows;
        private final TableReader<K, VO> otherRows;
        private long timestamp;

        Reader(TableReader<K, V> ownRows, TableReader<K, VO> otherRows) {
            this.ownRows = ownRows;
            this.otherRows = otherRows;
        }

        @Override
        public @Nullable VR read(K key) {
            V value = ownRows.read(key);
            if (value == null && side.needsOwn()) {
                return null;
            }
            timestamp = value == null ? Long.MIN_VALUE : ownRows.timestamp();
            VO otherValue = otherRows.read(key);
            if (otherValue != null) {
                timestamp = Math.max(timestamp, otherRows.timestamp());
            }
            return joined(value, otherValue);
        }

        @Override
        public long timestamp() {
            return timestamp;
        }

        @Override
        public void close() {
            ownRows.close();
            otherRows.close();
        }
    }
}
