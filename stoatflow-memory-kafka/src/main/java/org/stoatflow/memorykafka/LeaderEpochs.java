package org.stoatflow.memorykafka;

import java.util.Map;
import java.util.TreeMap;

/**
 * Where each leader of a partition has begun to write ({@code LeaderEpochFileCache}): so a consumer finds out that what
 * it has read is not in the log any more (KIP-320).
 */
final class LeaderEpochs {
    static final int UNKNOWN = -1;

    private final TreeMap<Integer, Long> starts = new TreeMap<>();

    LeaderEpochs() {
        starts.put(0, 0L);
    }

    int current() {
        return starts.lastKey();
    }

    /** A leader takes over at the offset; nobody knows of what came after it. */
    void elect(long offset) {
        int next = current() + 1;
        starts.values().removeIf(start -> start >= offset && start > 0);
        starts.put(next, offset);
    }

    /** The newest epoch, the given one or older, of which the log has records. */
    int at(int epoch) {
        Integer found = starts.floorKey(epoch);
        return found == null ? UNKNOWN : found;
    }

    /** The offset behind the records of the epoch and of all before it. */
    long endOf(int epoch, long logEnd) {
        Map.Entry<Integer, Long> next = starts.higherEntry(epoch);
        return next == null ? logEnd : next.getValue();
    }
}
