package org.stoatflow.simulation;

import java.util.EnumSet;
import org.jspecify.annotations.Nullable;

/**
 * A fault that is switched on in the code: a method of the engine whose body is replaced ({@link MutantAnswer}), or a
 * client or state that does not do what it should ({@link Mutations}). The invariants must catch every one.
 */
enum Mutant {
    /** The committer takes refused records for sent. */
    SKIP_CALLBACK_CHECK("org.stoatflow.runtime.sink.SentRecords", "isRefused"),
    /** At-least-once: a round ends, and offsets are committed, before the round's records are acknowledged. */
    COMMIT_BEFORE_ACKNOWLEDGEMENT("org.stoatflow.runtime.sink.SentRecords", "isAllBack"),
    /**
     * Exactly-once: the transaction is committed before its output is sent; the output follows in the next transaction.
     */
    COMMIT_BEFORE_FLUSH,
    /** A lane leaves an epoch although a batch of it is waiting. */
    SEAL_WITH_BATCHES_LEFT("org.stoatflow.kernel.lane.IsolatedLane", "hasBatchOf"),
    /** A lane leaves an epoch before its entries are closed. */
    SEAL_BEFORE_CLOSED("org.stoatflow.kernel.lane.Lane", "inputsClosed"),
    /** A lane does not flush a cache whose flush it owes. */
    NO_FLUSH("org.stoatflow.kernel.lane.IsolatedLane", "flushNextOf"),
    /** A lane starts an epoch before it has left the previous epoch. */
    START_EARLY("org.stoatflow.kernel.lane.IsolatedLane", "mayStart"),
    /** An epoch is cut though the previous epoch is not applied. */
    CUT_EARLY("org.stoatflow.runtime.source.CutDecision", "mayCut"),
    /** The consumer reads uncommitted source records. */
    READ_UNCOMMITTED,
    /** A restore reads uncommitted changelog records. */
    RESTORE_UNCOMMITTED,
    /** A restore reads only to the last stable offset, which another owner's transaction may hold back. */
    RESTORE_WHAT_IS_STABLE,
    /** A start reads committed offsets that a decided transaction is about to change. */
    OFFSETS_NOT_AWAITED("org.stoatflow.memorykafka.GroupOffsets", "isUnstable"),
    /** Nothing is restored. */
    RESTORE_NOTHING("org.stoatflow.restore.RestorePlanner", "plan"),
    /** A start takes rows for complete though the changelog has more records. */
    ALWAYS_COMPLETE("org.stoatflow.restore.RestorePlanner", "hasEverything"),
    /** A start takes no rows for complete. */
    NEVER_COMPLETE("org.stoatflow.restore.RestorePlanner", "hasEverything"),
    /** A start reads the tail of rows of any age, though compaction may have removed tombstones that the rows lack. */
    READ_ON_HOWEVER_OLD("org.stoatflow.restore.RestorePlanner", "reasonOfAge"),
    /** The end that a writer expects of its changelog is one too large. */
    OWN_END_AHEAD,
    /** The transaction has no offsets. */
    COMMIT_WITHOUT_OFFSETS,
    /** Offsets are committed in a transaction of their own, before the records. */
    OFFSETS_BEFORE_TRANSACTION,
    /** Each process has transactional ids of its own, so that it does not fence the previous process. */
    NO_FENCING,
    /** After a failure, the engine does not wait for the outcome of a commit that was called. */
    FORGET_UNKNOWN_OUTCOME("org.stoatflow.runtime.sink.TransactionalCommitter", "finish"),
    /** Some committed writes are not applied to the state. */
    APPLY_NOT_ALWAYS,
    /** The stored position of a changelog is ahead of the rows. */
    POSITION_AHEAD,
    /** Lanes are not woken when an epoch advances. */
    NO_WAKE_ON_ADVANCE("org.stoatflow.kernel.lane.Lanes", "wakeTouched"),
    /** Lanes that wait for relief are not woken. */
    NO_RELIEF("org.stoatflow.kernel.epoch.Epoch", "awaitRelief"),
    /** The engine does not look whether partitions were taken away. */
    IGNORE_LOSS("org.stoatflow.runtime.cluster.Ownership", "takeLoss"),
    /** A commit of source offsets that got no answer is not repeated. */
    SOURCE_COMMIT_ONCE("org.stoatflow.runtime.run.SourceCommit", "onComplete"),
    /** A time batch is handed over in an epoch that is cut. */
    TIME_IN_CUT_EPOCH("org.stoatflow.kernel.Kernel", "epochOfTime"),
    /** A lane does not ask its operators at a start which rows are due. */
    FORGET_DUE_ROWS("org.stoatflow.kernel.timer.LaneClocks", "open"),
    /** Lanes are not asked for due rows when an epoch is complete. */
    NO_TIME_AFTER_EPOCH("org.stoatflow.kernel.lane.Lanes", "onComplete"),
    /** Lanes do not tell epochs how far stream time has come. */
    CLOCK_NOT_TOLD("org.stoatflow.kernel.timer.BufferedRows", "tell"),
    /** Lanes do not tell epochs which timestamps they have extracted. */
    PARTITION_TIME_NOT_TOLD("org.stoatflow.kernel.clock.PartitionTimes", "tell"),
    /** At-least-once: due rows are removed before their output is acknowledged. */
    TIME_WORK_NOT_HELD("org.stoatflow.runtime.sink.FlowIntake", "mustWait"),
    /** At-least-once: rows may be durable before what follows from them behind a hop. */
    RETRACTING_IS_NOT_ISOLATED("org.stoatflow.kernel.plan.Plan", "retractsRows"),
    /** At-least-once: a late owner's own record moves its position past what its successor has written. */
    POSITION_OVER_FOREIGN_RECORDS("org.stoatflow.runtime.sink.ChangelogTails", "requireOwn"),
    /** A record that the broker refuses is dropped without a dead letter. */
    REFUSED_WITHOUT_LETTER("org.stoatflow.runtime.sink.SendFailureHandler", "addDeadLetters"),
    /** A record that cannot be read or processed is dropped without a dead letter. */
    DROPPED_WITHOUT_LETTER("org.stoatflow.kernel.record.RecordErrors", "sendDeadLetters"),
    /** A rollback keeps what the record has written to stores. */
    NO_ROLLBACK("org.stoatflow.state.lane.LaneState", "rollback"),
    /** A rollback keeps the record's output. */
    OUTPUT_NOT_TAKEN_BACK("org.stoatflow.kernel.outbox.Outbox", "truncate"),
    /** Records that were polled before are processed again. */
    TAKE_REDELIVERED("org.stoatflow.runtime.source.PartitionProgress", "isBehind"),
    /** Nobody notes where the consumer goes on, so that a cut has no position behind what was handed out. */
    POSITION_NOT_NOTED("org.stoatflow.runtime.source.PartitionProgress", "polledUpTo"),
    /** What is taken back from a member that is one still counts as lost, and what was processed is thrown away. */
    REVOKED_IS_LOST,
    /** Nobody notices that a producer does not answer any more. */
    DEAD_PRODUCER_NOT_NOTICED("org.stoatflow.runtime.monitor.AnswerWatch", "look"),
    /** At-least-once: nobody notices that a flush does not return. */
    FLUSH_NOT_WATCHED("org.stoatflow.runtime.sink.FlowCommitter", "answersOfFlush"),
    /** An admin client that does not answer any more is kept. */
    DEAD_ADMIN_KEPT("org.stoatflow.runtime.failure.Probe", "renew"),
    /** At-least-once: what comes behind a record that is refused is sent before anybody has decided about it. */
    SEND_ON_AFTER_REFUSAL("org.stoatflow.runtime.sink.FlowSender", "resolve"),
    /** At-least-once: each record to a topic that is not there is waited for, though others have been in vain. */
    MISSING_TOPIC_WAITED_FOR("org.stoatflow.runtime.sink.OutputTopics", "absence"),
    /** A source whose log has lost records is not moved to where it goes on. */
    TRUNCATION_PASSED_OVER("org.stoatflow.runtime.source.GoneOffsets", "take"),
    /** Records that come where a log was cut count as polled before. */
    LOG_CUT_NOT_NOTED("org.stoatflow.runtime.source.PartitionProgress", "goOnAt"),
    /** What is before the place where a log was cut does not come again, though it is not committed. */
    BEGIN_AT_LOG_CUT("org.stoatflow.runtime.source.LogCut", "isStartThere"),
    /** A record at which the producer throws is waited for. */
    THROWING_SEND_NOT_COUNTED("org.stoatflow.runtime.sink.SentRecords$Answer", "sendHasEnded"),
    /** A commit for which no broker was asked proves that the rows are current. */
    EMPTY_COMMIT_PROVES("org.stoatflow.runtime.sink.CommitStep$Committing", "proof"),
    /** Exactly-once: no lane stops whose epoch holds too much. */
    EPOCH_WITHOUT_BOUND("org.stoatflow.kernel.outbox.WorkWatch", "tooLarge"),
    /** The next run does not wait for lanes that are still in calls of user code. */
    LANES_NOT_AWAITED("org.stoatflow.runtime.run.LeftBehind", "areBack"),
    /** Users' stores are closed, and their folders deleted, while a lane that was left behind is in them. */
    CLOSED_UNDER_CALL("org.stoatflow.state.engine.UserHolds", "isHeld"),
    /** Positions of users' stores outlast a start, so that what is not committed counts as clean behind a kill. */
    CHECKPOINT_KEPT("org.stoatflow.state.engine.TaskFolder", "forgetPositions"),
    /** Users' stores in which something is not committed stay as they are when a run begins again. */
    UNCLEAN_STORE_KEPT("org.stoatflow.state.engine.UserTasks", "isUnclean");

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

    /**
     * The method whose body is replaced: see {@link MutantAnswer}, and {@link #answer} for a boolean.
     */
    String method() {
        return method;
    }

    /** Whether the mutant can show in a seed of this kind. Other seeds need not be run. */
    boolean canShowIn(Setup setup) {
        return switch (this) {
            case POSITION_OVER_FOREIGN_RECORDS -> !setup.exactlyOnce() && setup.instances() > 1;
            case RESTORE_WHAT_IS_STABLE, OFFSETS_NOT_AWAITED -> setup.foreignOwner();
            case FLUSH_NOT_WATCHED -> setup.lingers();
            case SOURCE_COMMIT_ONCE, SEND_ON_AFTER_REFUSAL, THROWING_SEND_NOT_COUNTED -> !setup.exactlyOnce();
            case MISSING_TOPIC_WAITED_FOR ->
                !setup.exactlyOnce() && !setup.foreignOwner() && setup.program().leavesOut();
            case EPOCH_WITHOUT_BOUND -> setup.exactlyOnce() && setup.program() == SimulatedTopology.FAN_OUT;
            case LANES_NOT_AWAITED -> setup.strikesUsers();
            case CLOSED_UNDER_CALL -> setup.program() == SimulatedTopology.USERS_STORES;
            case CHECKPOINT_KEPT, UNCLEAN_STORE_KEPT ->
                setup.exactlyOnce() && setup.program() == SimulatedTopology.USERS_STORES;
            case REVOKED_IS_LOST -> setup.program().isOfPattern();
            case LOG_CUT_NOT_NOTED, BEGIN_AT_LOG_CUT, TRUNCATION_PASSED_OVER ->
                setup.program().mayLoseInput();
            case EMPTY_COMMIT_PROVES ->
                setup.exactlyOnce() && setup.instances() > 1 && setup.program() == SimulatedTopology.UNLOGGED_TICKS;
            case TIME_WORK_NOT_HELD -> !setup.exactlyOnce() && !setup.foreignOwner() && isOfWindows(setup.program());
            case RETRACTING_IS_NOT_ISOLATED ->
                !setup.exactlyOnce() && !setup.foreignOwner() && setup.program() == SimulatedTopology.REGROUPED_TABLE;
            default -> true;
        };
    }

    /** The faults that show the mutant: all, or the few without which it would take too many seeds. */
    Focus focus() {
        return switch (this) {
            case MISSING_TOPIC_WAITED_FOR -> Focus.on(EnumSet.of(FaultKind.TOPIC_MISSING));
            case LOG_CUT_NOT_NOTED -> Focus.on(EnumSet.of(FaultKind.LOG_TRUNCATED));
            case BEGIN_AT_LOG_CUT -> // a run that finds the end of a log lost, and breaks before it has committed
                Focus.on(EnumSet.of(FaultKind.LOG_TRUNCATED, FaultKind.FAILING_RECORD, FaultKind.SEND_FENCED));
            case EMPTY_COMMIT_PROVES ->
                Focus.on(EnumSet.of(FaultKind.ZOMBIE, FaultKind.SESSION_LOST, FaultKind.POLL_EMPTY));
            case TIME_WORK_NOT_HELD -> Focus.on(EnumSet.of(FaultKind.SEND_LOST));
            default -> Focus.ALL;
        };
    }

    private static boolean isOfWindows(SimulatedTopology program) {
        return program == SimulatedTopology.WINDOWS || program == SimulatedTopology.WINDOWS_BY_KEY;
    }

    /**
     * Whether few seeds are of the kind that {@link #canShowIn} asks for, or only a rare course of these shows it: a
     * commit of source offsets that is lost shows where it is the last one of a partition.
     */
    boolean isRare() {
        return this == POSITION_OVER_FOREIGN_RECORDS
                || this == EMPTY_COMMIT_PROVES
                || this == TIME_WORK_NOT_HELD
                || this == SOURCE_COMMIT_ONCE
                || this == CHECKPOINT_KEPT
                || this == CLOSED_UNDER_CALL
                || this == RETRACTING_IS_NOT_ISOLATED;
    }

    /** The answer of a replaced method that returns a boolean. */
    boolean answer() {
        return this != SKIP_CALLBACK_CHECK
                && this != SEAL_WITH_BATCHES_LEFT
                && this != IGNORE_LOSS
                && this != OFFSETS_NOT_AWAITED
                && this != NO_FLUSH
                && this != NEVER_COMPLETE
                && this != RETRACTING_IS_NOT_ISOLATED
                && this != READ_ON_HOWEVER_OLD
                && this != TIME_WORK_NOT_HELD
                && this != CLOSED_UNDER_CALL
                && this != UNCLEAN_STORE_KEPT
                && this != BEGIN_AT_LOG_CUT
                && this != TAKE_REDELIVERED;
    }
}
