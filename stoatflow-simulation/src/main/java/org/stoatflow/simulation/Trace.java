package org.stoatflow.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * The last steps of a seed, in a bounded ring, and a hash over all its steps. The steps are formatted only when
 * printed.
 */
final class Trace {
    private static final int ENTRIES_MAX = 512;
    private static final long PRIME = 0x100000001b3L;

    private final long[] timesNs = new long[ENTRIES_MAX];
    private final String[] actors = new String[ENTRIES_MAX];
    private final String[] whats = new String[ENTRIES_MAX];
    private long written;
    private long hash = 0xcbf29ce484222325L;

    /** Notes what an actor did; both texts should be constants or made once. */
    void note(long nowNs, String actor, String what) {
        int slot = (int) (written++ % ENTRIES_MAX);
        timesNs[slot] = nowNs;
        actors[slot] = actor;
        whats[slot] = what;
        mix(nowNs);
        mix(actor.hashCode());
        mix(what.hashCode());
    }

    /** Takes a number into the hash. */
    void mix(long value) {
        hash = (hash ^ value) * PRIME;
    }

    long hash() {
        return hash;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (long i = Math.max(0, written - ENTRIES_MAX); i < written; i++) {
            int slot = (int) (i % ENTRIES_MAX);
            lines.add("#" + i + " " + timesNs[slot] / 1_000_000 + "." + timesNs[slot] % 1_000_000 / 100_000 + " "
                    + actors[slot] + ": " + whats[slot]);
        }
        return lines;
    }
}
