package org.stoatflow.memorykafka;

import java.util.ArrayList;
import java.util.List;

/**
 * What the modelled broker did last: a bounded ring, formatted only when it is printed.
 */
public final class Journal {
    private static final int ENTRIES_MAX = 4096;

    private final ClusterClock clock;
    private final long[] timesMs = new long[ENTRIES_MAX];
    private final JournalEvent[] events = new JournalEvent[ENTRIES_MAX];
    private final Object[] subjects = new Object[ENTRIES_MAX];
    private final long[] firsts = new long[ENTRIES_MAX];
    private final long[] seconds = new long[ENTRIES_MAX];
    private long written;

    Journal(ClusterClock clock) {
        this.clock = clock;
    }

    /** Notes an event; what the two numbers mean is in {@link JournalEvent}. */
    void note(JournalEvent event, Object subject, long first, long second) {
        int slot = (int) (written++ % ENTRIES_MAX);
        timesMs[slot] = clock.nowMs();
        events[slot] = event;
        subjects[slot] = subject;
        firsts[slot] = first;
        seconds[slot] = second;
    }

    /** How many events there were: unchanged means that nothing on the broker has. */
    public long written() {
        return written;
    }

    /** The events still in the ring, oldest first, one line each. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (long i = Math.max(0, written - ENTRIES_MAX); i < written; i++) {
            int slot = (int) (i % ENTRIES_MAX);
            lines.add(timesMs[slot] + " " + events[slot].line(subjects[slot], firsts[slot], seconds[slot]));
        }
        return lines;
    }

    @Override
    public String toString() {
        return String.join("\n", lines());
    }
}
