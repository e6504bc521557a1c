package org.stoatflow.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** Thousands of simulated failures are not for the log. */
final class Quiet {
    private Quiet() {}

    static void beQuiet() {
        ((Logger) LoggerFactory.getLogger("org.stoatflow")).setLevel(Level.OFF);
        ((Logger) LoggerFactory.getLogger("org.apache.kafka")).setLevel(Level.OFF);
    }
}
