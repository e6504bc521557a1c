package org.stoatflow.operator;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.operator.OperatorHooks.DropReason;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.kstream.SlidingWindows;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.TimeWindow;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.TimestampedWindowStore;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.WindowStoreIterator;

/**
 * Aggregates by key and sliding window. Each record has a left window, which ends with it, and a right one, which
 * begins behind it and is made once it has a record. So there is one window for each set of records that lie within the
 * difference of time. Records before the first left window that could be go into the one that begins with 1970.
 *
 * <p>Windows of the record's past are found by their starts, and by the timestamp of their aggregate, which is that of
 * their latest record.
 *
 * @param <K> the type of keys
 * @param <V> the type of the stream's values
 * @param <VAgg> the type of aggregates
 */
public final class SlidingAggregation<K, V, VAgg>
        extends WindowedSupplier<K, V, VAgg, TimestampedWindowStore<K, VAgg>> {
    private final SlidingWindows windows;
    private final AggregateRule<K, V, VAgg> rule;

    /**
     * Creates the supplier.
     *
     * @param store keeps the aggregates
     * @param windows the difference of time
     * @param rule how a record changes an aggregate
     * @param finalResults whether a window is forwarded once, when it closes; else each update is
     */
    public SlidingAggregation(
            WindowedStore<TimestampedWindowStore<K, VAgg>> store,
            SlidingWindows windows,
            AggregateRule<K, V, VAgg> rule,
            boolean finalResults) {
        super(store, finalResults);
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
        // The end is included: a window closes when time is behind it.
        long closesAfterMs = TimeSpans.sum(TimeSpans.sum(windows.timeDifferenceMs(), windows.gracePeriodMs()), 1);
        return new Operator<>(
                windows,
                new FixedWindowOperator.Parts<>(store(), rule, needsWholePartition(), closesAfterMs, givesOldValues()));
    }

    /** A window that is in the store, as it was before the record. */
    private record Found<VAgg>(long startMs, ValueAndTimestamp<VAgg> stored) {
        @Nullable
        VAgg aggregate() {
            return stored.value();
        }

        /** The timestamp of its latest record. */
        long latestMs() {
            return stored.timestamp();
        }
    }

    private static final class Operator<K, V, VAgg> extends FixedWindowOperator<K, V, VAgg> {
        private static final long NONE = -1;

        private final long differenceMs;
        private final long graceMs;

        Operator(SlidingWindows windows, Parts<K, V, VAgg> parts) {
            super(parts);
            differenceMs = windows.timeDifferenceMs();
            graceMs = windows.gracePeriodMs();
        }

        @Override
        public void process(Record<K, V> record) {
            if (record.key() == null || record.value() == null) {
                drop(DropReason.NULL_KEY_OR_VALUE);
                return;
            }
            long closedMs = observe(record) - graceMs;
            if (record.timestamp() + differenceMs < closedMs) {
                dropLate(record, record.timestamp(), record.timestamp() + differenceMs, closedMs, graceMs);
            } else if (record.timestamp() < differenceMs) {
                addEarly(record, closedMs);
            } else {
                add(record, closedMs);
            }
        }

        private void add(Record<K, V> record, long closedMs) {
            long timestamp = record.timestamp();
            List<Found<VAgg>> around = found(record.key(), Math.max(0, timestamp - 2 * differenceMs), timestamp + 1);
            Found<VAgg> right = null; // the latest window that has the record and what is behind it
            Found<VAgg> left = null; // the latest window that ends before the record
            boolean rightExists = false;
            boolean leftExists = false;
            long previousMs = NONE; // the record before this one
            int next = around.size() - 1;
            for (; next >= 0 && left == null; next--) {
                Found<VAgg> window = around.get(next);
                long endMs = window.startMs() + differenceMs;
                if (window.startMs() == timestamp + 1) {
                    rightExists = true;
                } else if (endMs > timestamp) {
                    right = right == null ? window : right;
                    add(record, window, closedMs);
                } else if (endMs == timestamp) {
                    leftExists = true;
                    add(record, window, closedMs);
                    if (window.latestMs() >= timestamp) {
                        return; // there has been a record of this time, so all its windows exist
                    }
                    previousMs = window.latestMs();
                } else {
                    left = window;
                    previousMs = window.latestMs();
                }
            }
            if (previousMs != NONE
                    && previousMs + 1 + differenceMs >= timestamp
                    && !beginsAt(previousMs + 1, around.subList(next + 1, around.size()))) {
                addNew(record, previousMs + 1, closedMs);
            }
            if (!leftExists) {
                long startMs = timestamp - differenceMs;
                VAgg aggregate = left != null && startMs <= left.latestMs() ? left.aggregate() : initial();
                addNew(record, startMs, aggregate, closedMs);
            }
            if (!rightExists) {
                copyRight(record, right);
            }
        }

        /** A record whose left window would begin before 1970. */
        private void addEarly(Record<K, V> record, long closedMs) {
            long timestamp = record.timestamp();
            List<Found<VAgg>> around = found(record.key(), 0, timestamp + 1);
            Found<VAgg> first = null;
            Found<VAgg> right = null;
            boolean rightExists = false;
            for (Found<VAgg> window : around) {
                if (window.startMs() == 0) {
                    first = window;
                } else if (window.startMs() <= timestamp) {
                    right = window;
                    add(record, window, closedMs);
                } else {
                    rightExists = true;
                }
            }
            if (!rightExists) {
                // Where nothing begins between, all records of the first window are behind this one, or none is.
                copyRight(record, right == null ? first : right);
            }
            if (first == null) {
                addNew(record, 0, closedMs);
            } else {
                if (first.latestMs() < timestamp && !beginsAt(first.latestMs() + 1, around)) {
                    addNew(record, first.latestMs() + 1, closedMs);
                }
                add(record, first, closedMs);
            }
        }

        private List<Found<VAgg>> found(K key, long fromMs, long toMs) {
            List<Found<VAgg>> found = new ArrayList<>();
            try (WindowStoreIterator<ValueAndTimestamp<VAgg>> windows = rows().fetch(key, fromMs, toMs)) {
                while (windows.hasNext()) {
                    KeyValue<Long, ValueAndTimestamp<VAgg>> window = windows.next();
                    found.add(new Found<>(window.key, window.value));
                }
            }
            return found;
        }

        private static boolean beginsAt(long startMs, List<? extends Found<?>> windows) {
            for (Found<?> window : windows) {
                if (window.startMs() == startMs) {
                    return true;
                }
            }
            return false;
        }

        private void add(Record<K, V> record, Found<VAgg> window, long closedMs) {
            add(record, windowAt(window.startMs()), window.aggregate(), window.latestMs(), closedMs);
        }

        private void addNew(Record<K, V> record, long startMs, long closedMs) {
            addNew(record, startMs, initial(), closedMs);
        }

        private void addNew(Record<K, V> record, long startMs, @Nullable VAgg aggregate, long closedMs) {
            add(record, windowAt(startMs), aggregate, record.timestamp(), closedMs);
        }

        private void add(
                Record<K, V> record, TimeWindow window, @Nullable VAgg aggregate, long latestMs, long closedMs) {
            if (window.end() >= closedMs) {
                add(record, window.start(), window, aggregate, latestMs);
            } else {
                dropLate(record, window.start(), window.end(), closedMs, graceMs);
            }
        }

        /** Makes the record's right window of one that has what is behind the record, if anything is. */
        private void copyRight(Record<K, V> record, @Nullable Found<VAgg> window) {
            if (window != null && window.latestMs() > record.timestamp()) {
                TimeWindow right = windowAt(record.timestamp() + 1);
                write(record, right.start(), right, null, window.aggregate(), window.latestMs());
            }
        }

        private TimeWindow windowAt(long startMs) {
            return new TimeWindow(startMs, startMs + differenceMs);
        }
    }
}
