package org.stoatflow.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** Turns logging off, since the simulation provokes thousands of failures. */
public final class Quiet {
    private Quiet() {}

    /** From now on, in this process. */
    public static void beQuiet() {
        ((Logger) LoggerFactory.getLogger("org.stoatflow")).setLevel(Level.OFF);
        ((Logger) LoggerFactory.getLogger("org.apache.kafka")).setLevel(Level.OFF);
    }
}
