package org.stoatflow.state.window;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;

/**
 * The numbers of the duplicates that were put into a user's window store, which knows no numbers: it gives the values
 * of a key and start in the order of their puts. Numbers are forgotten some time after the store may have forgotten the
 * values. Thread: one at a time.
 */
final class DuplicateNumbers {
    private static final int UNKNOWN = Integer.MIN_VALUE; // behind all numbers of puts, as unsigned

    private final long keptMs;
    private final NavigableMap<Long, Map<Bytes, List<Integer>>> numbers = new TreeMap<>();

    /** @param keptMs for how long after a window's start its numbers are kept, in the time of puts */
    DuplicateNumbers(long keptMs) {
        this.keptMs = keptMs;
    }

    /** A value is put. */
    void add(Bytes key, long startMs, int number) {
        numbers.computeIfAbsent(startMs, start -> new TreeMap<>())
                .computeIfAbsent(key, none -> new ArrayList<>())
                .add(number);
        numbers.headMap(numbers.lastKey() - keptMs).clear();
    }

    /**
     * The numbers of the values that the store has of a key and start.
     *
     * @param count how many values it has: the last ones that were put
     * @return a number for each, in the order of puts; those that are not known have numbers of no put
     */
    List<Integer> of(Bytes key, long startMs, int count) {
        List<Integer> known = numbers.getOrDefault(startMs, Map.of()).getOrDefault(key, List.of());
        List<Integer> found = new ArrayList<>(count);
        for (int i = known.size() - count; i < known.size(); i++) {
            found.add(i < 0 ? UNKNOWN + count + i : known.get(i));
        }
        return found;
    }
}
