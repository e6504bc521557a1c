package org.stoatflow.operator;

import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.KeyValueIterator;

/**
 * The times of windows that are not forwarded, with how many windows there are of each: the earliest of them, so many
 * as there is room for. Where those have gone, the store is looked through for the next. A time may stay though its
 * windows have left the store: then nothing is found for it. Thread: the lane's.
 */
final class OpenTimes {
    /** So many times are known at once. */
    static final int KNOWN_MAX = 16_384;

    private static final long NONE = -1;

    private final WindowScan<?, ?, ?> windows;
    private final TreeMap<Long, Integer> counts = new TreeMap<>();
    private long knownToMs = NONE; // all times up to it are known

    OpenTimes(WindowScan<?, ?, ?> windows) {
        this.windows = windows;
    }

    /** A window is put, which there may have been before. */
    void put(long timeMs) {
        if (timeMs <= knownToMs) {
            counts.putIfAbsent(timeMs, 1);
            bound();
        }
    }

    /** A window is put that there was not before. */
    void added(long timeMs) {
        if (timeMs <= knownToMs) {
            counts.merge(timeMs, 1, Integer::sum);
            bound();
        }
    }

    /** A window is removed. */
    void removed(long timeMs) {
        counts.computeIfPresent(timeMs, (time, count) -> count == 1 ? null : count - 1);
    }

    private void bound() {
        if (counts.size() > KNOWN_MAX) {
            counts.pollLastEntry();
            knownToMs = counts.lastKey();
        }
    }

    /** Whether a window may have a time up to this. Asked for each record that advances time, so it reads nothing. */
    boolean mayBeUpTo(long timeMs) {
        return counts.isEmpty() ? timeMs > knownToMs : counts.firstKey() <= timeMs;
    }

    /** The times of windows up to this, at least the earliest of them; none where no window has one. */
    NavigableSet<Long> upTo(long timeMs) {
        if (counts.isEmpty() && timeMs > knownToMs) {
            look(knownToMs + 1);
        }
        return counts.headMap(timeMs, true).navigableKeySet();
    }

    /** The earliest time, or the end of time where there is none. */
    long earliestMs(long firstMs) {
        if (counts.isEmpty() && knownToMs < Long.MAX_VALUE) {
            look(Math.max(firstMs, knownToMs + 1));
        }
        Map.Entry<Long, Integer> earliest = counts.firstEntry();
        return earliest == null ? Long.MAX_VALUE : earliest.getKey();
    }

    private void look(long fromMs) {
        boolean seen = false;
        knownToMs = Long.MAX_VALUE;
        try (KeyValueIterator<? extends Windowed<?>, ?> all = windows.between(fromMs, Long.MAX_VALUE)) {
            while (all.hasNext()) {
                added(windows.timeMs(all.next().key.window()));
            }
            seen = true;
        } finally {
            if (!seen) {
                forget(); // a row that cannot be read now may be read later
            }
        }
    }

    /** The windows up to a time are forwarded. */
    void forwarded(long timeMs) {
        counts.headMap(timeMs, true).clear();
        knownToMs = Math.max(knownToMs, timeMs);
    }

    /** Nothing is known. */
    void forget() {
        counts.clear();
        knownToMs = NONE;
    }
}
