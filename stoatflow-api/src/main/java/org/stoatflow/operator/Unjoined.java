package org.stoatflow.operator;

import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.kstream.ValueJoinerWithKey;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueIterator;

/**
 * Holds back the records of a side that have no partner, and forwards those of both sides whose windows have closed
 * (docs/design/022). Belongs to the operator of one side in one lane.
 *
 * @param <VOut> the type of joined values
 */
final class Unjoined<K, V1, V2, VOut> implements DueRows {
    private final JoinBounds bounds;
    private final boolean left;
    private final ValueJoinerWithKey<? super K, ? super V1, ? super V2, ? extends VOut> joiner;
    private final ProcessorContext<K, VOut> context;
    private final RecordForwarder<K, VOut> forwarder;
    private final UnjoinedRows<K, V1, V2> rows;
    private final UnjoinedTimes times;
    private final OperatorClock clock;

    Unjoined(
            UnjoinedStore<K, V1, V2> store,
            JoinBounds bounds,
            boolean left,
            ValueJoinerWithKey<? super K, ? super V1, ? super V2, ? extends VOut> joiner,
            ProcessorContext<K, VOut> context) {
        this.bounds = bounds;
        this.left = left;
        this.joiner = joiner;
        this.context = context;
        forwarder = new RecordForwarder<>(context);
        rows = store.open(context);
        times = store.times(context, left);
        clock = ((OperatorHooks) context).clock(left ? this : NONE);
    }

    OperatorClock clock() {
        return clock;
    }

    /** Forwards what has closed by a record of this side, if it is its turn. */
    void forwardClosed(Record<?, ?> record) {
        if (!goesWithRecords()) {
            return;
        }
        long nowMs = clock.laneTimeMs();
        if (record.timestamp() == nowMs
                && times.takeTurn(bounds.afterMs(left), bounds.graceMs(), nowMs, context.currentSystemTimeMs())) {
            forwardWith(record, nowMs);
        }
    }

    /** Whether a record that has no partner waits for one. If so, it is held back. */
    boolean hold(Record<?, ?> record, K key, Object value) {
        long timestamp = record.timestamp();
        if (Math.max(0, timestamp + bounds.afterMs(left)) < clock.laneTimeMs()) {
            return false;
        }
        rows.add(key, left, timestamp, value, record.headers());
        times.onAdded(timestamp, bounds.waitsUntilMs(left, timestamp));
        return true;
    }

    /** The records of the other side at a time have found a partner. */
    void onJoined(Record<?, ?> record, K key, long otherTimestamp) {
        rows.remove(key, !left, otherTimestamp, record.headers());
    }

    /** If a row fails, the next record comes to it again, and as in Kafka Streams to the one before it. */
    private void forwardWith(Record<?, ?> record, long nowMs) {
        ForwardedRows done = new ForwardedRows();
        boolean forwarded = false;
        try {
            forward(record, nowMs, done);
            forwarded = true;
        } finally {
            if (!forwarded) {
                done.removeButLast(rows);
            }
        }
    }

    /** Forwards the rows that have closed, with the headers of a record. They are removed when all are forwarded. */
    private void forward(Record<?, ?> from, long nowMs, ForwardedRows done) {
        UnjoinedFormat<K, V1, V2> format = rows.format();
        long earliestMs = Long.MAX_VALUE;
        long dueAfterMs = NEVER;
        boolean leftOpen = false;
        boolean rightOpen = false;
        boolean looked = false;
        try (KeyValueIterator<Bytes, byte[]> all = rows.all()) {
            @Nullable KeyValue<Bytes, byte[]> row = null;
            while (all.hasNext() && !(leftOpen && rightOpen)) {
                row = all.next();
                boolean isLeft = format.isLeft(row.key);
                earliestMs = format.timestamp(row.key);
                if (bounds.isOpen(isLeft, earliestMs, nowMs)) {
                    leftOpen |= isLeft;
                    rightOpen |= !isLeft;
                    dueAfterMs = Math.min(dueAfterMs, bounds.waitsUntilMs(isLeft, earliestMs));
                } else {
                    forward(from, row, earliestMs, done);
                }
            }
            if (row != null && all.hasNext() && format.values(row.value).size() == 1) {
                earliestMs = format.timestamp(all.peekNextKey()); // Kafka Streams looks one record further
            }
            looked = true;
        } finally {
            times.onLooked(
                    earliestMs, looked ? dueAfterMs : UnjoinedTimes.AT_ONCE); // after a failure others may be due
        }
        done.remove(rows);
    }

    private void forward(Record<?, ?> from, KeyValue<Bytes, byte[]> row, long timestamp, ForwardedRows done) {
        Headers headers = from.headers();
        UnjoinedFormat<K, V1, V2> format = rows.format();
        done.begin(row.key, List.of());
        List<byte[]> values = format.values(row.value);
        for (int at = 0; at < values.size(); at++) {
            done.begin(row.key, values.subList(at + 1, values.size()));
            K key = format.key(row.key, headers);
            @Nullable V1 leftValue = format.left(values.get(at), headers);
            @Nullable V2 rightValue = format.right(values.get(at), headers);
            forwarder.forward(from, key, joiner.apply(key, leftValue, rightValue), timestamp);
            done.onForwarded();
        }
    }

    /** Whether a record forwards what has closed; else complete epochs do. */
    private boolean goesWithRecords() {
        return clock.isInOrder() && clock.mayRemoveInProcess();
    }

    // ---- what goes when an epoch is complete: where records come in no order, or process must not let it go

    @Override
    public long latestMs(int partition) {
        return rows.latestMs();
    }

    @Override
    public long dueAfterMs(int partition) {
        return goesWithRecords() ? NEVER : times.dueAfterMs();
    }

    /** If a row fails, it is removed: no record comes to it again. */
    @Override
    public void onDue(int partition, long streamTimeMs) {
        ForwardedRows done = new ForwardedRows();
        boolean forwarded = false;
        try {
            forward(new Record<>(null, null, Math.max(0, streamTimeMs)), streamTimeMs, done);
            forwarded = true;
        } finally {
            if (!forwarded) {
                done.removeBegun(rows);
            }
        }
    }
}
