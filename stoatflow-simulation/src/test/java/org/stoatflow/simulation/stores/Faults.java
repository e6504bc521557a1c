package org.stoatflow.simulation.stores;

import org.stoatflow.state.segment.Retention;

/** Bodies of faulty methods, given what the methods are given. */
public final class Faults {
    private Faults() {}

    public static long firstVisible(Retention retention, long observedMs) {
        return Math.max(0, observedMs - retention.retentionMs());
    }

    public static long firstLive(Retention retention, long observedMs) {
        return Math.max(0, observedMs - retention.retentionMs() - retention.segmentMs()) / retention.segmentMs();
    }
}
