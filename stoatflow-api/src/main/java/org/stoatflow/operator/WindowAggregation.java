package org.stoatflow.operator;

import org.jspecify.annotations.Nullable;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.operator.OperatorHooks.DropReason;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.kstream.Window;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.Windows;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.TimestampedWindowStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/**
 * Aggregates by key and window: tumbling, hopping and unlimited windows, and those of a user's own {@link Windows}. A
 * result's timestamp is the greatest of its records'. Records without a key are dropped. A record does not change a
 * window that has closed, and counts as dropped for each.
 *
 * @param <K> the type of keys
 * @param <V> the type of the stream's values
 * @param <VAgg> the type of aggregates
 */
public final class WindowAggregation<K, V, VAgg> extends WindowedSupplier<K, V, VAgg, TimestampedWindowStore<K, VAgg>> {
    private final Windows<?> windows;
    private final AggregateRule<K, V, VAgg> rule;

    /**
     * Creates the supplier.
     *
     * @param store keeps the aggregates
     * @param windows the windows of a time
     * @param rule how a record changes an aggregate
     * @param finalResults whether a window is forwarded once, when it closes; else each update is
     * @throws IllegalArgumentException if the results of windows other than {@link TimeWindows} were to be final
     */
    public WindowAggregation(
            WindowedStore<TimestampedWindowStore<K, VAgg>> store,
            Windows<?> windows,
            AggregateRule<K, V, VAgg> rule,
            boolean finalResults) {
        super(store, finalResults);
        if (finalResults && !(windows instanceof TimeWindows)) {
            throw new IllegalArgumentException(
                    "Results on window close are for TimeWindows, SlidingWindows and SessionWindows only, and not for "
                            + windows.getClass().getName());
        }
        this.windows = windows;
        this.rule = rule;
    }

    @Override
    public TableView<Windowed<K>, VAgg> view() {
        return new WindowedView<>(store(), WindowReader::new);
    }

    @Override
    public long windowGraceMs() {
        return windows.gracePeriodMs();
    }

    @Override
    Processor<K, V, Windowed<K>, Change<VAgg>> operator() {
        long closesAfterMs = TimeSpans.sum(windows.size(), windows.gracePeriodMs());
        return new Operator<>(
                windows,
                new FixedWindowOperator.Parts<>(store(), rule, needsWholePartition(), closesAfterMs, givesOldValues()));
    }

    private static final class Operator<K, V, VAgg> extends FixedWindowOperator<K, V, VAgg> {
        private final Windows<?> windows;

        Operator(Windows<?> windows, Parts<K, V, VAgg> parts) {
            super(parts);
            this.windows = windows;
        }

        @Override
        public void process(Record<K, V> record) {
            if (record.key() == null) {
                drop(DropReason.NULL_KEY);
                return;
            }
            long closedMs = observe(record) - windows.gracePeriodMs();
            windows.windowsFor(record.timestamp()).forEach((startMs, window) -> {
                if (window.end() > closedMs) {
                    add(record, startMs, window);
                } else {
                    dropLate(record, window.start(), window.end(), closedMs, windows.gracePeriodMs());
                }
            });
        }

        private void add(Record<K, V> record, long startMs, Window window) {
            // The row is at the start that the map says, as in Kafka Streams: a user's window may have another.
            ValueAndTimestamp<VAgg> stored = rows().fetch(record.key(), startMs);
            @Nullable VAgg aggregate = stored == null ? initial() : stored.value();
            add(record, startMs, window, aggregate, stored == null ? record.timestamp() : stored.timestamp());
        }
    }
}
