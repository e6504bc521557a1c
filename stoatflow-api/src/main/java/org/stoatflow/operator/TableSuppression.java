package org.stoatflow.operator;

import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.BufferLimits;
import org.stoatflow.streams.kstream.internals.EagerBuffer;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.topology.TimeDriven;
import org.stoatflow.topology.WholePartition;

/**
 * Holds back the updates of a table (docs/design/025). An update is forwarded once stream time is some duration behind
 * the time of the row's first update that waits, or behind the end of its window. Where more updates wait than may, the
 * earliest are forwarded before their time, or the operator fails.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class TableSuppression<K, V> implements TableSupplier<K, Change<V>, V>, TimeDriven, WholePartition {
    private final TableSupplier<K, ?, V> parent;
    private final Rule<K> rule;
    private final StoreBuilder<UpdateBuffer<K, V>> buffer;

    /**
     * Which updates are forwarded when.
     *
     * @param node the name of the node, for messages
     * @param time the time by which updates of a row are ordered; null for the first one's own timestamp
     * @param delayMs how far stream time has to be behind that time, in milliseconds
     * @param skipsDeletions whether updates without a new value are not forwarded
     * @param limits when the buffer is full, and what is done then
     * @param <K> the type of keys
     */
    public record Rule<K>(
            String node,
            @Nullable ToLongFunction<? super K> time,
            long delayMs,
            boolean skipsDeletions,
            BufferLimits<?> limits) {
        /**
         * Forwards the newest update of a row.
         *
         * @param node the name of the node
         * @param delayMs how far stream time has to be behind the row's first update that waits, in milliseconds
         * @param limits when the buffer is full, and what is done then
         * @param <K> the type of keys
         * @return the rule
         */
        public static <K> Rule<K> afterDelay(String node, long delayMs, BufferLimits<?> limits) {
            return new Rule<>(node, null, delayMs, false, limits);
        }

        /**
         * Forwards the last update of a window, which nobody has been told of before: so deletions are left out.
         *
         * @param node the name of the node
         * @param graceMs how far stream time has to be behind the window's end, in milliseconds
         * @param limits when the buffer is full, and what is done then
         * @param <K> the type of keys, which are windowed
         * @return the rule
         */
        public static <K> Rule<K> finalResults(String node, long graceMs, BufferLimits<?> limits) {
            return new Rule<>(node, key -> ((Windowed<?>) key).window().end(), graceMs, true, limits);
        }
    }

    /**
     * Creates the supplier.
     *
     * @param parent makes the table above, which from now on gives old values
     * @param rule which updates are forwarded when
     * @param buffer makes the store of updates that wait
     */
    public TableSuppression(TableSupplier<K, ?, V> parent, Rule<K> rule, StoreBuilder<UpdateBuffer<K, V>> buffer) {
        this.parent = parent;
        this.rule = rule;
        this.buffer = buffer;
        parent.sendOldValues(true);
    }

    @Override
    public boolean sendOldValues(boolean materialize) {
        return parent.sendOldValues(materialize);
    }

    @Override
    public TableView<K, V> view() {
        return new SuppressedView<>(buffer.name(), parent.view());
    }

    @Override
    public Set<StoreBuilder<?>> stores() {
        return Set.of(buffer);
    }

    /** The time of all keys decides what is forwarded, and the bounds are for all of them. */
    @Override
    public boolean needsWholePartition() {
        return true;
    }

    @Override
    public Processor<K, Change<V>, K, Change<V>> get() {
        return new Operator<>(rule, buffer.name());
    }

    @SuppressWarnings("NullAway.Init")
    private static final class Operator<K, V> implements Processor<K, Change<V>, K, Change<V>>, DueRows {
        private final Rule<K> rule;
        private final String bufferName;
        private final long maxSize;
        private final long maxBytes;
        private ProcessorContext<K, Change<V>> context;
        private OperatorHooks hooks;
        private UpdateBuffer<K, V> waiting;
        private OperatorClock clock;
        private boolean saidFull; // since the last record

        Operator(Rule<K> rule, String bufferName) {
            this.rule = rule;
            this.bufferName = bufferName;
            maxSize = rule.limits().maxRecords();
            maxBytes = rule.limits().maxBytes();
        }

        @Override
        public void init(ProcessorContext<K, Change<V>> newContext) {
            context = newContext;
            hooks = (OperatorHooks) newContext;
            waiting = newContext.getStateStore(bufferName);
            clock = hooks.clock(this);
        }

        @Override
        public void process(Record<K, Change<V>> record) {
            clock.observe(record.timestamp());
            saidFull = false;
            waiting.put(orderedBy(record), record, context.recordMetadata().orElse(null));
            if (clock.mayRemoveInProcess()) {
                letGo(clock.laneTimeMs());
                requireRoom();
                while (isTooFull()) {
                    letGo();
                }
            }
        }

        private void letGo(long streamTimeMs) {
            while (isDue(streamTimeMs)) {
                letGo();
            }
        }

        private boolean isDue(long streamTimeMs) {
            return waiting.size() > 0 && waiting.earliestMs() <= streamTimeMs - rule.delayMs();
        }

        // ---- what goes when an epoch is complete: all that process must not let go

        /** The rows do not show how far time had come: what has gone is not among them. */
        @Override
        public long latestMs(int partition) {
            return -1;
        }

        @Override
        public long dueAfterMs(int partition) {
            if (isFull() && makesRoomLater() && !saidFull) {
                return -1;
            }
            return waiting.size() == 0 ? NEVER : TimeSpans.sum(waiting.earliestMs() - 1, rule.delayMs());
        }

        @Override
        public void onDue(int partition, long streamTimeMs) {
            while (isDue(streamTimeMs)) {
                letGoForGood();
            }
            if (makesRoomLater()) {
                requireRoom();
                while (isTooFull()) {
                    letGoForGood();
                }
            }
        }

        /** Else, where a record has failed for want of room and a handler went on, the buffer stays full. */
        private boolean makesRoomLater() {
            return isEager() || !clock.mayRemoveInProcess();
        }

        private boolean isEager() {
            return rule.limits() instanceof EagerBuffer;
        }

        /** An update that cannot be forwarded goes as well: the processing handler may go on behind it. */
        private void letGoForGood() {
            try {
                forwardEarliest();
            } finally {
                waiting.removeEarliest();
            }
        }

        private long orderedBy(Record<K, Change<V>> record) {
            return rule.time() == null ? record.timestamp() : rule.time().applyAsLong(record.key());
        }

        private boolean isFull() {
            return waiting.size() > maxSize || waiting.bytes() > maxBytes;
        }

        /** Whether updates have to go before their time. */
        private boolean isTooFull() {
            return isEager() && waiting.size() > 0 && isFull();
        }

        /** Fails where more updates wait than may. The processing handler may go on, until the next record. */
        private void requireRoom() {
            if (isFull() && !saidFull && !isEager()) {
                saidFull = true;
                throw new StreamsException(rule.node() + " buffer exceeded its max capacity. Currently ["
                        + waiting.size() + '/' + maxSize + "] records and [" + waiting.bytes() + '/' + maxBytes
                        + "] bytes.");
            }
        }

        /** The update still waits while it is forwarded: operators that read this table see the row as it was. */
        private void letGo() {
            forwardEarliest();
            waiting.removeEarliest();
        }

        private void forwardEarliest() {
            HeldRecord<K, Change<V>> update = waiting.earliest();
            if (update.value().newValue() != null || !rule.skipsDeletions()) {
                hooks.forward(update);
            }
        }
    }
}
