package org.stoatflow.streams.processor;

/** A schedule that can be ended. To be used by the thread that made it. */
public interface Cancellable {
    /** Ends the schedule. Does nothing when called again. */
    void cancel();
}
