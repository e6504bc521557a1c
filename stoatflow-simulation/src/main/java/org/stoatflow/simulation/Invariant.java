package org.stoatflow.simulation;

/** The invariants, which must hold after every step. */
enum Invariant {
    /**
     * Exactly-once: a {@code read_committed} reader sees only output that comes from input whose offset is committed.
     */
    OUTPUT_HAS_COMMITTED_INPUT,
    /** The output of input below the committed offset can be read; at-least-once promises this too. */
    COMMITTED_INPUT_HAS_OUTPUT,
    /** Exactly-once: counts of a key run 1, 2, 3; records of a key come in the order of their source partition. */
    ORDER_PER_KEY,
    /**
     * Exactly-once: each window is closed once, when it is due, with all its records; at-least-once: each is closed at
     * least once.
     */
    WINDOW_CLOSES_ONCE,
    /**
     * Exactly-once: each pair of a join of streams comes once, and so does each record without a partner, when no
     * partner can come any more; at-least-once: each comes at least once.
     */
    JOINS_ONCE,
    /**
     * The rows of a store partition are what its committed changelog gives up to the stored position. Of a key that has
     * a record behind the position, compaction may have removed the one before it: then its row may be an older one,
     * until that later record is read.
     */
    STATE_IS_COMMITTED_CHANGELOG,
    /** Rows that miss no record of their changelog are not wiped and restored, however long ago they were written. */
    COMPLETE_IS_NOT_REBUILT,
    /**
     * Rows are said to be complete at a time only where a request has proved that they were: exactly-once: not after
     * both ids were another's.
     */
    CURRENT_IS_PROVEN,
    /** What the program had seen of a topic when it was deleted is put out, where nothing else strikes. */
    SEEN_IS_PUT_OUT,
    /** No step of the committer takes longer than its calls may, whatever waits behind them. */
    COMMITTER_COMES_BACK,
    /** Committed offsets cover only records that have come through their last operator. */
    COMMITTED_IS_FINISHED,
    /** The partition time in a committed offset is the highest timestamp of the records before the offset. */
    COMMITTED_TIME_IS_OF_INPUT,
    /** While an epoch is cut and not applied, some part of the engine is awake, or a fault holds it up. */
    NO_STUCK_EPOCH,
    /** Exactly-once: work stops before an epoch has made far more than it may hold. */
    EPOCHS_STAY_SMALL,
    /** The engine finds no epoch broken or stuck. */
    EPOCHS_STAY_WHOLE,
    /** No process calls a function for a key while such a call is under way, whatever has become of its run. */
    ONE_CALL_AT_ONCE,
    /** A store of a user's is not opened twice, not closed while a call is in it, and not called when it is closed. */
    STORE_IS_CALLED_IN_TURN,
    /** Exactly-once: what a user's store finds on disk when it is opened was written for input that is committed. */
    STORE_BEGINS_COMMITTED,
    /** A lifecycle that fails comes to its end: everything is closed, so that the application may be started again. */
    LIFE_ENDS_CLEANLY,
    /** An outage of all brokers that Kafka Streams would outlast ends no application and asks no handler. */
    OUTLASTS_AN_OUTAGE,
    /** Once faults stop, everything is processed within a bounded number of steps. */
    DRAINS
}
