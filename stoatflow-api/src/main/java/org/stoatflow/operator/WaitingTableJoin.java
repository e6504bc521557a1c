package org.stoatflow.operator;

import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.operator.OperatorHooks.DropReason;
import org.stoatflow.streams.kstream.ValueJoinerWithKey;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.topology.TimeDriven;
import org.stoatflow.topology.WholePartition;

/**
 * Joins each record of a stream with what the table's row of its key was at the record's timestamp, once stream time is
 * a grace period behind that, so that updates of the table may come late (docs/design/031). A record that comes later
 * than that is joined at once. Records without a key or a value are treated as {@link StreamTableJoin} does, except
 * that a left join fails at a record without a key.
 *
 * @param <K> the type of keys
 * @param <V> the type of the stream's values
 * @param <VT> the type of the table's values
 * @param <VOut> the type of joined values
 */
public final class WaitingTableJoin<K, V, VT, VOut>
        implements ProcessorSupplier<K, V, K, VOut>, TimeDriven, WholePartition {
    private final TableView<K, VT> table;
    private final ValueJoinerWithKey<? super K, ? super V, ? super VT, ? extends VOut> joiner;
    private final boolean left;
    private final long graceMs;
    private final StoreBuilder<RecordBuffer<K, V>> buffer;

    /**
     * Creates the supplier.
     *
     * @param table the table, which is versioned
     * @param joiner joins a record's value with the value of a row
     * @param left whether records are joined with null where the table had no row
     * @param graceMs how far stream time has to be behind a record's timestamp, in milliseconds
     * @param buffer makes the store of records that wait
     */
    public WaitingTableJoin(
            TableView<K, VT> table,
            ValueJoinerWithKey<? super K, ? super V, ? super VT, ? extends VOut> joiner,
            boolean left,
            long graceMs,
            StoreBuilder<RecordBuffer<K, V>> buffer) {
        this.table = table;
        this.joiner = joiner;
        this.left = left;
        this.graceMs = graceMs;
        this.buffer = buffer;
    }

    @Override
    public Set<StoreBuilder<?>> stores() {
        return Set.of(buffer);
    }

    /** The time of all keys decides which records are joined. */
    @Override
    public boolean needsWholePartition() {
        return true;
    }

    @Override
    public Processor<K, V, K, VOut> get() {
        return new Operator();
    }

    @SuppressWarnings("NullAway.Init")
    private final class Operator implements Processor<K, V, K, VOut>, DueRows {
        private ProcessorContext<K, VOut> context;
        private OperatorHooks hooks;
        private RecordForwarder<K, VOut> forwarder;
        private TableReader<K, VT> rows;
        private RecordBuffer<K, V> waiting;
        private OperatorClock clock;
        private DropLog drops;

        @Override
        public void init(ProcessorContext<K, VOut> newContext) {
            rows = table.open(newContext);
            if (!rows.versioned()) {
                throw new IllegalArgumentException("A stream is joined with a grace period, and the table's rows are"
                        + " computed of other tables: KTable must be versioned to use a grace period in a stream table"
                        + " join. Keep the table in a versioned store (Materialized.as)");
            }
            context = newContext;
            hooks = (OperatorHooks) newContext;
            forwarder = new RecordForwarder<>(newContext);
            waiting = newContext.getStateStore(buffer.name());
            clock = hooks.clock(this);
            drops = new DropLog(newContext, "A join with a table");
        }

        @Override
        public void process(Record<K, V> record) {
            if (record.value() == null || record.key() == null && !left) {
                drops.onDropped(DropReason.NULL_KEY_OR_VALUE);
                return;
            }
            Objects.requireNonNull(record.key(), "key cannot be null");
            clock.observe(record.timestamp());
            if (clock.laneTimeMs() - graceMs > record.timestamp()) {
                joinNow(record);
            } else {
                waiting.put(record, context.recordMetadata().orElse(null));
                if (clock.mayRemoveInProcess()) {
                    letGo(clock.laneTimeMs());
                }
            }
        }

        private void joinNow(Record<K, V> record) {
            @Nullable VT row = rows.read(record.key(), record.timestamp());
            if (left || row != null) {
                VOut joined = joiner.apply(record.key(), record.value(), row);
                forwarder.forward(record, record.key(), joined, record.timestamp());
            }
        }

        private void letGo(long streamTimeMs) {
            while (isDue(streamTimeMs)) {
                letGo(waiting.earliest());
                waiting.removeEarliest();
            }
        }

        private boolean isDue(long streamTimeMs) {
            return !waiting.isEmpty() && waiting.earliestMs() <= streamTimeMs - graceMs;
        }

        private void letGo(HeldRecord<K, V> held) {
            @Nullable VT row = rows.read(held.key(), held.timestamp());
            if (left || row != null) {
                VOut joined = joiner.apply(held.key(), held.value(), row);
                hooks.forward(new HeldRecord<>(held.key(), joined, held.timestamp(), held.headers(), held.origin()));
            }
        }

        // ---- what goes when an epoch is complete: all that process must not let go

        @Override
        public long latestMs(int partition) {
            return waiting.latestMs();
        }

        @Override
        public long dueAfterMs(int partition) {
            return waiting.isEmpty() ? NEVER : TimeSpans.sum(waiting.earliestMs() - 1, Math.max(0, graceMs));
        }

        @Override
        public void onDue(int partition, long streamTimeMs) {
            while (isDue(streamTimeMs)) {
                try {
                    letGo(waiting.earliest());
                } finally { // also if the joiner fails: the processing handler may go on behind it
                    waiting.removeEarliest();
                }
            }
        }

        @Override
        public void close() {
            rows.close();
        }
    }
}
