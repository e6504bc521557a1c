package org.stoatflow.examples.demo;

import java.time.Duration;

/** Where figures are shown. One thread. */
interface Display extends AutoCloseable {
    /** How often it wants figures. */
    Duration period();

    /**
     * Shows figures.
     *
     * @param doing what the demo is doing
     */
    void show(DemoStatus status, String doing);

    /** Leaves the terminal as it was. */
    @Override
    void close();
}
