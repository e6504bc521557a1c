package org.stoatflow.simulation;

/** What must hold after every step. */
enum Invariant {
    /** Exactly-once: nothing is to be read, committed, that does not come from input whose offset is committed. */
    OUTPUT_HAS_COMMITTED_INPUT,
    /** What input below the committed offset causes is to be read; at-least-once promises this one too. */
    COMMITTED_INPUT_HAS_OUTPUT,
    /** Exactly-once: counts of a key run 1, 2, 3; records of a key come in the order of their source partition. */
    ORDER_PER_KEY,
    /**
     * Exactly-once: each window is closed once, when it is due, with all its records; at-least-once: each is closed.
     */
    WINDOW_CLOSES_ONCE,
    /** The rows of a store partition are its committed changelog up to the stored position, folded. */
    STATE_IS_COMMITTED_CHANGELOG,
    /**
     * Rows that miss no record of their changelog are not thrown away and read again, however long ago they were
     * written.
     */
    COMPLETE_IS_NOT_REBUILT,
    /** Offsets are committed only of records that have come through their last operator. */
    COMMITTED_IS_FINISHED,
    /**
     * The partition time that rides in a committed offset is the highest timestamp of the records that were read before
     * it.
     */
    COMMITTED_TIME_IS_OF_INPUT,
    /** While an epoch is cut and not applied, somebody is awake or held up by a fault. */
    NO_STUCK_EPOCH,
    /** The engine sees nothing in an epoch that can never be, and finds none with which nobody goes on. */
    EPOCHS_STAY_WHOLE,
    /** A life that fails ends: everything is closed, so that it may be started again. */
    LIFE_ENDS_CLEANLY,
    /** An outage of all brokers, as long as Kafka Streams goes on, ends no application and asks no handler. */
    OUTLASTS_AN_OUTAGE,
    /** Once faults stop, everything is processed within a bounded number of steps. */
    DRAINS
}
