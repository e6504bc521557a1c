package org.stoatflow.simulation;

import org.jspecify.annotations.Nullable;

/**
 * A fault that is switched on in the code: a method of the engine whose body is replaced ({@link MutantLoader}), or a
 * client or state that does not do what it should ({@link Mutations}). The invariants must catch every one.
 */
enum Mutant {
    /** Refused records are taken for sent. */
    SKIP_CALLBACK_CHECK("org.stoatflow.runtime.sink.SentRecords", "isRefused"),
    /** At-least-once: a round ends, and offsets are committed, before what it sent is acknowledged. */
    COMMIT_BEFORE_ACKNOWLEDGEMENT("org.stoatflow.runtime.sink.SentRecords", "isAllBack"),
    /** Exactly-once: the transaction is committed before its output is sent, which follows in the next one. */
    COMMIT_BEFORE_FLUSH,
    /** A lane leaves an epoch although a batch of it is waiting. */
    SEAL_WITH_BATCHES_LEFT("org.stoatflow.kernel.lane.ExactlyOnceLane", "hasBatchOf"),
    /** A lane leaves an epoch before its entries are closed. */
    SEAL_BEFORE_CLOSED("org.stoatflow.kernel.lane.Lane", "inputsClosed"),
    /** A lane does not flush its caches, and owes it. */
    NO_FLUSH("org.stoatflow.kernel.lane.ExactlyOnceLane", "flushNextOf"),
    /** A lane starts an epoch before it has left the one before. */
    START_EARLY("org.stoatflow.kernel.lane.ExactlyOnceLane", "mayStart"),
    /** Epochs are cut though the one before is not applied. */
    CUT_EARLY("org.stoatflow.runtime.source.CutDecision", "mayCut"),
    /** The source is read uncommitted. */
    READ_UNCOMMITTED,
    /** Changelogs are restored uncommitted. */
    RESTORE_UNCOMMITTED,
    /** Changelogs are restored up to the last stable offset, which a transaction of somebody else's may hold back. */
    RESTORE_WHAT_IS_STABLE,
    /** Committed offsets are read though a transaction that is decided is about to change them. */
    OFFSETS_NOT_AWAITED("org.stoatflow.memorykafka.GroupOffsets", "isUnstable"),
    /** Nothing is restored. */
    RESTORE_NOTHING("org.stoatflow.restore.RestorePlanner", "plan"),
    /** Rows are taken for complete though the changelog has more. */
    ALWAYS_COMPLETE("org.stoatflow.restore.RestorePlanner", "hasEverything"),
    /** It is not known of any rows that they are complete. */
    NEVER_COMPLETE("org.stoatflow.restore.RestorePlanner", "hasEverything"),
    /** A read from the position on is taken to find all that is missing, also tombstones that were compacted away. */
    READ_ON_HOWEVER_OLD("org.stoatflow.restore.RestorePlanner", "isTooOld"),
    /** The end that a writer expects of its changelog is one too large. */
    OWN_END_AHEAD,
    /** The transaction has no offsets. */
    COMMIT_WITHOUT_OFFSETS,
    /** Offsets are committed in a transaction of their own, before the records. */
    OFFSETS_BEFORE_TRANSACTION,
    /** Each process has transactional ids of its own, so that nobody fences the one before. */
    NO_FENCING,
    /** After a failure the outcome of a commit that was called is not awaited. */
    FORGET_UNKNOWN_OUTCOME("org.stoatflow.runtime.sink.TransactionalCommitter", "finish"),
    /** What is committed is not always applied to the state. */
    APPLY_NOT_ALWAYS,
    /** The stored position of a changelog is ahead of the rows. */
    POSITION_AHEAD,
    /** Lanes are not woken when an epoch advances. */
    NO_WAKE_ON_ADVANCE("org.stoatflow.kernel.lane.Lanes", "wakeTouched"),
    /** Lanes that wait for relief are not woken. */
    NO_RELIEF("org.stoatflow.kernel.epoch.Epoch", "awaitRelief"),
    /** Nobody looks whether partitions were taken away. */
    IGNORE_LOSS("org.stoatflow.runtime.cluster.Ownership", "takeLoss"),
    /** A commit of source offsets that got no answer is left at that. */
    SOURCE_COMMIT_ONCE("org.stoatflow.runtime.run.SourceCommit", "onComplete"),
    /** A time batch is handed over in an epoch that is cut. */
    TIME_IN_CUT_EPOCH("org.stoatflow.kernel.Kernel", "epochOfTime"),
    /** Operators are not asked at a start which rows are due. */
    FORGET_DUE_ROWS("org.stoatflow.kernel.timer.LaneClocks", "open"),
    /** Lanes are not asked for due rows when an epoch is complete. */
    NO_TIME_AFTER_EPOCH("org.stoatflow.kernel.lane.Lanes", "onComplete"),
    /** Epochs do not hear how far stream time has come. */
    CLOCK_NOT_TOLD("org.stoatflow.kernel.timer.BufferedRows", "tell"),
    /** Epochs do not hear which timestamps were extracted of their records. */
    PARTITION_TIME_NOT_TOLD("org.stoatflow.kernel.clock.PartitionTimes", "tell"),
    /** At-least-once: rows that time has made due are removed before what came of them is through. */
    TIME_WORK_NOT_HELD("org.stoatflow.runtime.sink.FlowIntake", "mustWait"),
    /** At-least-once: a late owner's own record moves its position past what its successor has written. */
    POSITION_OVER_FOREIGN_RECORDS("org.stoatflow.runtime.sink.ChangelogTails", "requireOwn"),
    /** A record that the broker refuses is left out without a dead letter. */
    REFUSED_WITHOUT_LETTER("org.stoatflow.runtime.sink.SendFailureHandler", "addDeadLetters"),
    /** A record that cannot be read or processed is left out without a dead letter. */
    DROPPED_WITHOUT_LETTER("org.stoatflow.kernel.record.RecordErrors", "sendDeadLetters"),
    /** What a record wrote before it is run again stays. */
    NO_ROLLBACK("org.stoatflow.state.lane.LaneState", "rollback"),
    /** What a record put out before it is run again stays. */
    OUTPUT_NOT_TAKEN_BACK("org.stoatflow.kernel.outbox.Outbox", "truncate"),
    /** What was polled before is processed again. */
    TAKE_REDELIVERED("org.stoatflow.runtime.source.PartitionQueue", "polledUpTo");

    private final @Nullable String className;
    private final String method;

    Mutant() {
        this.className = null;
        this.method = "";
    }

    Mutant(String className, String method) {
        this.className = className;
        this.method = method;
    }

    /** The class whose method is replaced, or null. */
    @Nullable
    String className() {
        return className;
    }

    /** The method whose body is replaced: it returns null, an empty list, nothing, or {@link #answer}. */
    String method() {
        return method;
    }

    /** Whether it can show in a seed of this kind; the others need not be run. */
    boolean canShowIn(Setup setup) {
        return switch (this) {
            case POSITION_OVER_FOREIGN_RECORDS -> !setup.exactlyOnce() && setup.instances() > 1;
            case RESTORE_WHAT_IS_STABLE, OFFSETS_NOT_AWAITED -> setup.foreignOwner();
            case TIME_WORK_NOT_HELD -> !setup.exactlyOnce() && !setup.foreignOwner() && isOfWindows(setup.program());
            default -> true;
        };
    }

    private static boolean isOfWindows(SimulatedTopology program) {
        return program == SimulatedTopology.WINDOWS || program == SimulatedTopology.WINDOWS_BY_KEY;
    }

    /** Whether few seeds are of the kind that {@link #canShowIn} asks for. */
    boolean isRare() {
        return this == POSITION_OVER_FOREIGN_RECORDS || this == TIME_WORK_NOT_HELD;
    }

    /** What a replaced method answers that asks for yes or no. */
    boolean answer() {
        return this != SKIP_CALLBACK_CHECK
                && this != SEAL_WITH_BATCHES_LEFT
                && this != IGNORE_LOSS
                && this != OFFSETS_NOT_AWAITED
                && this != NO_FLUSH
                && this != NEVER_COMPLETE
                && this != READ_ON_HOWEVER_OLD
                && this != TIME_WORK_NOT_HELD;
    }
}
