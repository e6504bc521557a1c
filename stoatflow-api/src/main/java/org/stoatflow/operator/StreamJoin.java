package org.stoatflow.operator;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.OperatorHooks.DropReason;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.kstream.ValueJoinerWithKey;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.WindowStoreIterator;
import org.stoatflow.topology.TimeDriven;

/**
 * Makes the operator of one side of a stream-stream join: it joins each record with those of the other side within the
 * window.
 *
 * @param <K> the type of keys
 * @param <V1> the type of the left stream's values
 * @param <V2> the type of the right stream's values
 * @param <VThis> the type of this side's values
 * @param <VOther> the type of the other side's values
 * @param <VOut> the type of joined values
 */
public final class StreamJoin<K, V1, V2, VThis, VOther, VOut>
        implements ProcessorSupplier<K, VThis, K, VOut>, TimeDriven {
    /**
     * What both sides know.
     *
     * @param clockGroup names the clock of both sides
     * @param bounds the windows
     * @param joiner makes the values of results
     * @param unjoined keeps records without a partner until their window has closed; null where none are forwarded, or
     *     at once
     * @param <K> the type of keys
     * @param <V1> the type of the left stream's values
     * @param <V2> the type of the right stream's values
     * @param <VOut> the type of joined values
     */
    public record Both<K, V1, V2, VOut>(
            String clockGroup,
            JoinBounds bounds,
            ValueJoinerWithKey<? super K, ? super V1, ? super V2, ? extends VOut> joiner,
            @Nullable UnjoinedStore<K, V1, V2> unjoined) {}

    /**
     * What makes one side.
     *
     * @param left whether it is the left side
     * @param outer whether its records are forwarded without a partner
     * @param other keeps the records of the other side
     * @param joiner the joiner with this side's value first
     * @param <K> the type of keys
     * @param <VThis> the type of this side's values
     * @param <VOther> the type of the other side's values
     * @param <VOut> the type of joined values
     */
    public record Side<K, VThis, VOther, VOut>(
            boolean left,
            boolean outer,
            JoinStore other,
            ValueJoinerWithKey<? super K, ? super VThis, ? super VOther, ? extends VOut> joiner) {}

    private final Both<K, V1, V2, VOut> both;
    private final Side<K, VThis, VOther, VOut> side;

    /**
     * Creates the supplier of a side.
     *
     * @param both what both sides know
     * @param side what makes this side
     */
    public StreamJoin(Both<K, V1, V2, VOut> both, Side<K, VThis, VOther, VOut> side) {
        this.both = both;
        this.side = side;
    }

    @Override
    public String clockGroup(String node) {
        return both.clockGroup();
    }

    @Override
    public Set<StoreBuilder<?>> stores() {
        Set<StoreBuilder<?>> stores = new LinkedHashSet<>();
        stores.add(side.other().builder());
        if (both.unjoined() != null) {
            stores.add(both.unjoined().builder());
        }
        return stores;
    }

    @Override
    public Processor<K, VThis, K, VOut> get() {
        return new Operator();
    }

    @NullUnmarked
    private final class Operator implements Processor<K, VThis, K, VOut> {
        private RecordForwarder<K, VOut> forwarder;
        private JoinRows<K, VOther> others;
        private DropLog drops;
        private OperatorClock clock;
        private @Nullable Unjoined<K, V1, V2, VOut> unjoined;

        @Override
        public void init(ProcessorContext<K, VOut> context) {
            forwarder = new RecordForwarder<>(context);
            others = side.other().open(context);
            drops = new DropLog(context, "A join of streams");
            if (both.unjoined() == null) {
                clock = ((OperatorHooks) context).clock(DueRows.NONE);
            } else {
                unjoined = new Unjoined<>(both.unjoined(), both.bounds(), side.left(), both.joiner(), context);
                clock = unjoined.clock();
            }
        }

        @Override
        public void process(Record<K, VThis> record) {
            K key = record.key();
            VThis value = record.value();
            clock.observe(record.timestamp());
            if (key != null && value != null) {
                if (unjoined != null) {
                    unjoined.forwardClosed(record);
                }
                if (!join(record, key, value) && side.outer()) {
                    alone(record, key, value);
                }
            } else if (side.outer() && value != null) {
                forwarder.forward(record, null, side.joiner().apply(null, value, null), record.timestamp());
            } else {
                drops.onDropped(DropReason.NULL_KEY_OR_VALUE);
            }
        }

        /** Forwards a result for each partner. Returns whether there is any. */
        private boolean join(Record<K, VThis> record, K key, VThis value) {
            long timestamp = record.timestamp();
            long beforeMs = both.bounds().beforeMs(side.left());
            long afterMs = both.bounds().afterMs(side.left());
            try (WindowStoreIterator<Object> found = others.around(key, timestamp, beforeMs, afterMs)) {
                boolean any = found.hasNext();
                while (found.hasNext()) {
                    KeyValue<Long, Object> row = found.next();
                    long otherTimestamp = row.key;
                    if (unjoined != null) {
                        unjoined.onJoined(record, key, otherTimestamp);
                    }
                    VOut joined = side.joiner().apply(key, value, others.value(row.value));
                    forwarder.forward(record, key, joined, Math.max(timestamp, otherTimestamp));
                }
                return any;
            }
        }

        private void alone(Record<K, VThis> record, K key, VThis value) {
            if (unjoined == null || !unjoined.hold(record, key, value)) {
                forwarder.forward(record, key, side.joiner().apply(key, value, null), record.timestamp());
            }
        }
    }
}
