package org.stoatflow.operator;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.Window;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.TimestampedWindowStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/** Aggregates by key and by windows whose length is known before: what all kinds of such windows have in common. */
@SuppressWarnings("NullAway.Init")
abstract class FixedWindowOperator<K, V, VAgg> implements Processor<K, V, Windowed<K>, Change<VAgg>> {
    /**
     * What the operators of one supplier are made with.
     *
     * @param store keeps the aggregates
     * @param rule how a record changes an aggregate
     * @param finalResults whether a window is forwarded once, when it closes
     * @param closesAfterMs how long after its start a window has closed
     * @param sendOldValues whether updates carry old values
     */
    record Parts<K, V, VAgg>(
            WindowedStore<TimestampedWindowStore<K, VAgg>> store,
            AggregateRule<K, V, VAgg> rule,
            boolean finalResults,
            long closesAfterMs,
            boolean sendOldValues) {}

    private final Parts<K, V, VAgg> parts;
    private TimestampedWindowStore<K, VAgg> rows;
    private DropLog drops;
    private WindowTime time;
    private @Nullable FinalResults<K, ?, VAgg> finals;
    private @Nullable TableForwarder<Windowed<K>, VAgg> updates;

    FixedWindowOperator(Parts<K, V, VAgg> parts) {
        this.parts = parts;
    }

    @Override
    public final void init(ProcessorContext<Windowed<K>, Change<VAgg>> context) {
        rows = parts.store().open(context);
        drops = new DropLog(context, "The aggregation " + parts.store().name());
        if (parts.finalResults()) {
            finals = new FinalResults<>(context, WindowScan.of(rows), parts.closesAfterMs());
            time = finals;
        } else {
            updates = new TableForwarder<>(rows, context, parts.sendOldValues());
            time = WindowTime.ofUpdates(context);
        }
    }

    final TimestampedWindowStore<K, VAgg> rows() {
        return rows;
    }

    /** Takes in that a record has come, and returns stream time. */
    final long observe(Record<K, V> record) {
        return time.observe(record);
    }

    final void drop(OperatorHooks.DropReason reason) {
        drops.onDropped(reason);
    }

    /** Drops a record for a window that has closed: one that ends {@code graceMs} before stream time has. */
    final void dropLate(Record<K, V> record, long startMs, long endMs, long closedMs, long graceMs) {
        drops.onLate(record, startMs, endMs, closedMs, graceMs);
    }

    /** The aggregate of a window that has none. */
    final @Nullable VAgg initial() {
        return parts.rule().initial();
    }

    /** Adds the record to a window. The timestamp of a window without an aggregate is the record's. */
    final void add(Record<K, V> record, long startMs, Window window, @Nullable VAgg aggregate, long timestamp) {
        VAgg newAggregate = parts.rule().add(record.key(), record.value(), aggregate);
        write(record, startMs, window, aggregate, newAggregate, Math.max(record.timestamp(), timestamp));
    }

    /** Sets the aggregate of the window whose row is at a start. */
    final void write(
            Record<K, V> record,
            long startMs,
            Window window,
            @Nullable VAgg oldAggregate,
            @Nullable VAgg newAggregate,
            long timestamp) {
        rows.put(record.key(), ValueAndTimestamp.make(newAggregate, timestamp), startMs);
        if (finals != null) {
            finals.onPut(startMs);
        } else if (updates != null) {
            updates.forward(record, new Windowed<>(record.key(), window), newAggregate, oldAggregate, timestamp);
        }
    }
}
