package org.stoatflow.runtime.cluster;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes one thing of several, at the end of an application or of a part of it. What it throws is logged, whatever it
 * is: the others are closed all the same, since what stays open keeps others waiting. Any thread.
 */
public final class Closing {
    private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

    private Closing() {}

    /** Closes something, and only logs a failure, so that the caller can close the next thing. */
    public static void quietly(String what, Runnable close) {
        try {
            close.run();
        } catch (Throwable failure) { // user code may throw anything
            LOG.warn("Closing the {} failed", what, failure);
        }
    }
}
