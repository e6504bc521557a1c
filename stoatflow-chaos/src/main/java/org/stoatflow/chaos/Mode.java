package org.stoatflow.chaos;

import java.time.Duration;
import java.util.List;

/** The kind of a run. */
sealed interface Mode {
    /**
     * Faults, spread over the time.
     *
     * @param only these kinds; where there are none, all
     */
    record Faults(List<FaultKind> only) implements Mode {
        public Faults {
            only = List.copyOf(only);
        }

        public Faults() {
            this(List.of());
        }
    }

    /** All brokers are away, once, for so long. */
    record Outage(Duration lasts) implements Mode {}

    /**
     * The application starts cold, again and again.
     *
     * @param parallel how many starts at once
     * @param each how long each start is fed, at least
     */
    record ColdStarts(int starts, int parallel, Duration each) implements Mode {}
}
