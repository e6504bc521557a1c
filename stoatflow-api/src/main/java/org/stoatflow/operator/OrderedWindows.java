package org.stoatflow.operator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.kstream.Window;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.KeyValueIterator;

/**
 * Windows of a store in the order in which they are forwarded, however many they are. A store on disk has them by key,
 * for as long as a segment lasts. So they are read slice by slice: the windows of as many times as there is room for
 * are read and sorted. Those of one time need no sort, since they are read in the order of their keys, or are read in
 * slices by their start.
 *
 * <p>Where a range has more windows than there is room for, half of what those span that were read is tried next, and
 * so on. Such a read ends early, the earlier the more windows there are; and no range is read that has none, as a
 * segment is read for it whole. Thread: the lane's.
 */
final class OrderedWindows<K, S> {
    /** So many windows are held at once. */
    static final int HELD_MAX = 16_384;

    private final WindowScan<K, S, ?> windows;

    OrderedWindows(WindowScan<K, S, ?> windows) {
        this.windows = windows;
    }

    /** One of the numbers that windows are ordered by. */
    private interface Axis<K, S> {
        long of(Window window);

        /** Whether windows of one number are read in their order. */
        boolean isSorted();

        /** The windows whose number is between these, both included, given those that the axis is about. */
        void read(long from, long to, Reader<K, S> reader);

        /** Takes the windows of one number, of which there may be too many to be held. */
        void forEachOf(long number, Consumer<KeyValue<Windowed<K>, S>> action);
    }

    /** Takes windows until it has no room for the next. */
    private interface Reader<K, S> {
        boolean take(KeyValue<Windowed<K>, S> window);
    }

    /** Takes the windows of these times, in their order. There are none of times in between. */
    void forEach(NavigableSet<Long> timesMs, Consumer<KeyValue<Windowed<K>, S>> action) {
        forEach(new ByTime(), timesMs, action);
    }

    private void forEach(Axis<K, S> axis, NavigableSet<Long> numbers, Consumer<KeyValue<Windowed<K>, S>> action) {
        NavigableSet<Long> left = numbers;
        while (!left.isEmpty()) {
            left = left.tailSet(takeSlice(axis, left, action), false);
        }
    }

    /** Takes the windows of the first of these numbers, as far as there is room for, and returns up to which. */
    private long takeSlice(Axis<K, S> axis, NavigableSet<Long> numbers, Consumer<KeyValue<Windowed<K>, S>> action) {
        long from = numbers.first();
        long to = numbers.last();
        while (from < to || !axis.isSorted()) {
            Slice slice = new Slice(axis::of);
            axis.read(from, to, slice);
            if (!slice.isFull) {
                slice.forEach(action);
                return to;
            }
            if (from == to) {
                break;
            }
            to = Objects.requireNonNull(numbers.floor(from + (slice.greatest - from) / 2), "the first is not greater");
        }
        axis.forEachOf(from, action);
        return from;
    }

    /** The windows of a range, or as many of them as there is room for. */
    private final class Slice implements Reader<K, S> {
        private final ToLongFunction<Window> number;
        private final List<KeyValue<Windowed<K>, S>> held = new ArrayList<>();
        private long greatest = Long.MIN_VALUE;
        private boolean isFull;

        Slice(ToLongFunction<Window> number) {
            this.number = number;
        }

        @Override
        public boolean take(KeyValue<Windowed<K>, S> window) {
            greatest = Math.max(greatest, number.applyAsLong(window.key.window()));
            isFull = held.size() == HELD_MAX;
            if (!isFull) {
                held.add(window);
            }
            return !isFull;
        }

        void forEach(Consumer<KeyValue<Windowed<K>, S>> action) {
            Comparator<KeyValue<Windowed<K>, S>> order =
                    Comparator.comparingLong(window -> windows.timeMs(window.key.window()));
            held.sort(
                    windows.goesByStart()
                            ? order.thenComparingLong(
                                    window -> window.key.window().start())
                            : order);
            held.forEach(action);
        }
    }

    private final class ByTime implements Axis<K, S> {
        @Override
        public long of(Window window) {
            return windows.timeMs(window);
        }

        @Override
        public void read(long from, long to, Reader<K, S> reader) {
            try (KeyValueIterator<Windowed<K>, S> read = windows.between(from, to)) {
                boolean room = true;
                while (room && read.hasNext()) {
                    KeyValue<Windowed<K>, S> window = read.next();
                    long timeMs = of(window.key.window());
                    room = timeMs < from || timeMs > to || reader.take(window); // a user's store may show others
                }
            }
        }

        @Override
        public boolean isSorted() {
            return !windows.goesByStart();
        }

        @Override
        public void forEachOf(long timeMs, Consumer<KeyValue<Windowed<K>, S>> action) {
            if (isSorted()) {
                read(timeMs, timeMs, window -> {
                    action.accept(window);
                    return true;
                });
            } else {
                ByStart ofTime = new ByStart(timeMs);
                NavigableSet<Long> starts = ofTime.startsBehind(-1);
                while (!starts.isEmpty()) {
                    OrderedWindows.this.forEach(ofTime, starts, action);
                    starts = ofTime.startsBehind(starts.last());
                }
            }
        }
    }

    /** Windows of one time. */
    private final class ByStart implements Axis<K, S> {
        private final ByTime byTime = new ByTime();
        private final long timeMs;

        ByStart(long timeMs) {
            this.timeMs = timeMs;
        }

        @Override
        public long of(Window window) {
            return window.start();
        }

        @Override
        public void read(long from, long to, Reader<K, S> reader) {
            byTime.read(timeMs, timeMs, window -> {
                long startMs = window.key.window().start();
                return startMs < from || startMs > to || reader.take(window);
            });
        }

        @Override
        public boolean isSorted() {
            return true;
        }

        /** The starts that are later, the earliest of them, as many as there is room for. */
        NavigableSet<Long> startsBehind(long startMs) {
            NavigableSet<Long> starts = new TreeSet<>();
            read(startMs + 1, timeMs, window -> {
                starts.add(of(window.key.window()));
                if (starts.size() > HELD_MAX) {
                    starts.pollLast();
                }
                return true;
            });
            return starts;
        }

        @Override
        public void forEachOf(long startMs, Consumer<KeyValue<Windowed<K>, S>> action) {
            read(startMs, startMs, window -> {
                action.accept(window);
                return true;
            });
        }
    }
}
