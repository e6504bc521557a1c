package org.stoatflow.memorykafka;

/**
 * One transaction as one partition's log sees it: where it began there and, once its marker is written, how it ended.
 */
final class LogTransaction {
    /** The transaction of records that were written outside any: always visible. */
    static final LogTransaction NONE = new LogTransaction(-1, Outcome.COMMITTED);

    enum Outcome {
        OPEN,
        COMMITTED,
        ABORTED
    }

    final long firstOffset;
    Outcome outcome;

    private LogTransaction(long firstOffset, Outcome outcome) {
        this.firstOffset = firstOffset;
        this.outcome = outcome;
    }

    static LogTransaction startingAt(long offset) {
        return new LogTransaction(offset, Outcome.OPEN);
    }

    boolean isAborted() {
        return outcome == Outcome.ABORTED;
    }
}
