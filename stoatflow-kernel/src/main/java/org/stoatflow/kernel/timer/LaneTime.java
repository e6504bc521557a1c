package org.stoatflow.kernel.timer;

import org.stoatflow.kernel.clock.InputTimes;
import org.stoatflow.kernel.clock.StreamClocks;
import org.stoatflow.kernel.counters.LaneCounters;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.plan.LaneShare;
import org.stoatflow.kernel.record.RecordErrors;
import org.stoatflow.kernel.record.RecordScope;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.operator.DueRows;
import org.stoatflow.operator.OperatorClock;
import org.stoatflow.streams.processor.Cancellable;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.Punctuator;

/**
 * Time in one lane: the times that its processors see, and the punctuators and rows that wait for a later time. Owner:
 * the lane's thread; the dispatcher calls only {@link #isAnyRowDue}.
 */
public final class LaneTime {
    private final Punctuations punctuations;
    private final LaneClocks clocks;
    private final InputTimes inputs;
    private final Clock clock;
    private final RecordScope scope;
    private final boolean timed;
    private long initBytes; // written in init(), until a time batch has brought them into an epoch

    public LaneTime(
            LaneShare share,
            RecordScope scope,
            InputTimes inputs,
            StreamClocks clocks,
            Clock clock,
            RecordErrors errors,
            LaneCounters counters) {
        this.inputs = inputs;
        this.clock = clock;
        this.scope = scope;
        this.timed = share.isTimed();
        this.punctuations = new Punctuations(scope, inputs, clock, errors, counters);
        this.clocks = new LaneClocks(share, scope, clocks, errors);
    }

    // ---- processors

    public long streamTimeMs() {
        return inputs.of(scope.partition());
    }

    public long wallClockMs() {
        return clock.millis();
    }

    public OperatorClock clockOf(String node, DueRows rows) {
        return clocks.add(node, rows);
    }

    public Cancellable schedule(String node, long intervalMs, PunctuationType type, Punctuator punctuator) {
        return punctuations.schedule(node, intervalMs, type, punctuator);
    }

    public Cancellable scheduleFrom(
            long startMs, String node, long intervalMs, PunctuationType type, Punctuator punctuator) {
        return punctuations.scheduleFrom(startMs, node, intervalMs, type, punctuator);
    }

    /**
     * The time before which no row waits in a virtual partition.
     *
     * @param firstClock that of the group of the operators that buffer the rows
     */
    public long waitingSinceMs(int firstClock, int partition) {
        return clocks.waitingSinceMs(firstClock, partition);
    }

    /**
     * The time up to which operators have forwarded what they keep, in a virtual partition.
     *
     * @param firstClock that of the group of the operators
     */
    public long forwardedMs(int firstClock, int partition) {
        return clocks.forwardedMs(firstClock, partition);
    }

    // ---- the lane

    /**
     * Prepares the clocks. Called after the processors are prepared and before the first record.
     *
     * @param written how many bytes processors have written to stores while they were prepared
     */
    public void open(long written) {
        clocks.open();
        initBytes = written;
    }

    /** Calls the punctuators that stream time has made due. */
    public void onStreamTime() {
        punctuations.onStreamTime();
    }

    /** Runs all punctuators, and handles all rows, that time has made due. */
    public void onTime() {
        punctuations.onStreamTime();
        clocks.onTime();
        punctuations.onWallClock();
        initBytes = 0;
    }

    /** Tells the epoch the times that its work has observed. Call this before the counter of the work is lowered. */
    public void tell(Epoch epoch) {
        clocks.tell(epoch);
    }

    /**
     * Publishes when rows are due. The lane calls this before it leaves an epoch, so that the dispatcher can hand it a
     * time batch once the epoch is complete.
     */
    public void publishRows() {
        clocks.publish();
    }

    /** Whether time can make anything due in the lane. */
    public boolean isTimed() {
        return timed;
    }

    /**
     * Whether stream time has made a punctuator due, or init() has written rows that only a time batch brings into an
     * epoch.
     */
    public boolean isStreamTimeDue() {
        return initBytes > 0 || punctuations.isStreamTimeDue();
    }

    /** How many bytes init() has written that only a time batch brings into an epoch. */
    public long initBytes() {
        return initBytes;
    }

    /** The wall-clock time behind which a punctuator is due, in milliseconds since 1970; no time is behind the last. */
    public long wallClockDueAfterMs() {
        return punctuations.wallClockDueAfterMs();
    }

    // ---- the dispatcher

    /** Whether complete epochs have made rows due whose times the lane has published. */
    public boolean isAnyRowDue() {
        return clocks.isAnyDue();
    }
}
