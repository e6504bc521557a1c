package org.stoatflow.kernel.lane;

import org.stoatflow.kernel.record.RecordPlace;

/** What a lane is doing. */
public sealed interface LaneActivity {
    /**
     * Nothing, until something arrives or an epoch advances.
     *
     * @param waiting batches in its inbox, which it may not take yet, or not know of yet
     */
    record Idle(int waiting) implements LaneActivity {}

    /**
     * Running a record of a batch for the first time, until its operators have returned.
     *
     * @param record index in the batch
     * @param size of the batch
     */
    record Running(RecordPlace at, int record, int size) implements LaneActivity {}

    /**
     * Running a record that has failed once more.
     *
     * @param attempt how often it was run again, with this run
     */
    record RunningAgain(RecordPlace at, int attempt) implements LaneActivity {}

    /** Flushing the cache of a store, until all that comes of it is handed over. */
    record Flushing(String store) implements LaneActivity {}

    /**
     * Nothing, until the back-off of a record is over, or until something arrives.
     *
     * @param next the record that is run again next
     * @param held records that wait: those that have failed, and those behind them
     * @param waiting batches in its inbox
     */
    record AwaitingRetry(RecordPlace next, long held, int waiting) implements LaneActivity {}

    /** For people, to follow "which is". */
    default String text() {
        return switch (this) {
            case Idle idle -> work() + waiting(idle.waiting());
            case AwaitingRetry retry -> work() + waiting(retry.waiting());
            case Running _, RunningAgain _, Flushing _ -> work();
        };
    }

    /** The text without the batches that wait, for who says more of the inbox. */
    default String work() {
        return switch (this) {
            case Idle _ -> "idle";
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
