package org.stoatflow.runtime.metrics;

/** What the lifecycle of an application tells of, to be counted over all runs. */
public enum EngineEvent {
    /** Something has failed for which no handler could decide. */
    FAILURE,
    /** The application goes on after a failure. */
    RESTART,
    /** What can never be was seen in an epoch; it is aborted. */
    EPOCH_BROKEN,
    /** An epoch was found with which nobody went on; it is aborted. */
    EPOCH_STUCK
}
