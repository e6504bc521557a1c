package org.stoatflow.chaos;

import java.time.Duration;

/** What a run does. */
sealed interface Mode {
    /** Faults of all kinds, spread over the time. */
    record Faults() implements Mode {}

    /** All brokers are away, once, for so long. */
    record Outage(Duration lasts) implements Mode {}

    /**
     * The application starts cold, again and again.
     *
     * @param parallel so many at once
     * @param each for so long, at least
     */
    record ColdStarts(int starts, int parallel, Duration each) implements Mode {}
}
