package org.stoatflow.kernel.lane;

/** Failures of lanes, for tests in other packages. */
public final class LaneFailures {
    private LaneFailures() {}

    /** What a lane throws where a processor has thrown this. */
    public static LaneFailure of(Throwable thrown) {
        return LaneFailure.of("lane", "node", "at a record", thrown);
    }
}
