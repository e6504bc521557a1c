package org.stoatflow.examples.demo;

import java.time.Duration;

/** Shows the demo's numbers. One thread. */
interface Display extends AutoCloseable {
    /** How often the display wants new numbers. */
    Duration period();

    /**
     * Shows numbers.
     *
     * @param doing what the demo is doing
     */
    void show(DemoStatus status, String doing);

    /** Tells of something that has happened, in one line. */
    void tell(String event);

    /** Leaves the terminal as it was. */
    @Override
    void close();
}
