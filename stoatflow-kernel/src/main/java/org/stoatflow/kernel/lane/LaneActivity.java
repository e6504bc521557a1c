package org.stoatflow.kernel.lane;

import org.stoatflow.kernel.record.RecordPlace;

/** What a lane is doing. */
public sealed interface LaneActivity {
    /**
     * The lane does nothing until a batch arrives or an epoch advances.
     *
     * @param waiting batches in the lane's inbox, which the lane may not take yet, or has not seen yet
     */
    record Idle(int waiting) implements LaneActivity {}

    /** The lane prepares a processor, before its first batch. */
    record Preparing(String processor) implements LaneActivity {}

    /** The lane closes its processors, after its last batch. */
    record Closing() implements LaneActivity {}

    /**
     * The lane runs a record of a batch for the first time.
     *
     * @param record index of the record in the batch
     * @param size number of records of the batch
     */
    record Running(RecordPlace at, int record, int size) implements LaneActivity {}

    /**
     * The lane runs a record again that has failed.
     *
     * @param attempt how often the record was run again, this run included
     */
    record RunningAgain(RecordPlace at, int attempt) implements LaneActivity {}

    /** The lane flushes the cache of a store, until it has handed over all that the flush caused. */
    record Flushing(String store) implements LaneActivity {}

    /**
     * The lane does nothing until the back-off of a held record is over, or until a batch arrives.
     *
     * @param next the record that is run again next
     * @param held held records: those that have failed, and those behind them
     * @param waiting batches in the lane's inbox
     */
    record AwaitingRetry(RecordPlace next, long held, int waiting) implements LaneActivity {}

    /** The activity for messages, in words that can follow "which is". */
    default String text() {
        return switch (this) {
            case Idle idle -> work() + waiting(idle.waiting());
            case AwaitingRetry retry -> work() + waiting(retry.waiting());
            case Preparing _, Closing _, Running _, RunningAgain _, Flushing _ -> work();
        };
    }

    /** The text without the batches that wait, for who says more of the inbox. */
    default String work() {
        return switch (this) {
            case Idle _ -> "idle";
            case Preparing preparing -> "in init() of processor " + preparing.processor();
            case Closing _ -> "in close()";
            case Running running -> "in " + running.at().text();
            case RunningAgain again ->
                "running a record again, attempt " + again.attempt() + ", in "
                        + again.at().text();
            case Flushing flushing -> "flushing the cache of store " + flushing.store();
            case AwaitingRetry retry ->
                "holding " + retry.held() + " records to be run again, next the one in "
                        + retry.next().text();
        };
    }

    private static String waiting(int batches) {
        return batches == 0 ? "" : ", " + batches + " batches waiting";
    }
}
