package org.stoatflow.streams.processor.internals.assignment;

/** Assigns nothing. Kept under this name because hints for native images name the class. */
public final class HighAvailabilityTaskAssignor {
    private HighAvailabilityTaskAssignor() {}
}
