package org.stoatflow.chaos;

import java.time.Duration;

/** The kind of a run. */
sealed interface Mode {
    /** Faults of all kinds, spread over the time. */
    record Faults() implements Mode {}

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
