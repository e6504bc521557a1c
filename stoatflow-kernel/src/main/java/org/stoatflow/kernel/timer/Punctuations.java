package org.stoatflow.kernel.timer;

import java.util.PriorityQueue;
import org.stoatflow.kernel.clock.InputTimes;
import org.stoatflow.kernel.clock.StreamTimes;
import org.stoatflow.kernel.counters.LaneCounters;
import org.stoatflow.kernel.error.PassesHandlers;
import org.stoatflow.kernel.error.UserCodeError;
import org.stoatflow.kernel.record.RecordErrors;
import org.stoatflow.kernel.record.RecordScope;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.streams.processor.Cancellable;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.Punctuator;

/**
 * The punctuators that the processors of one lane have scheduled, by Kafka Streams' rules: a schedule on stream time
 * counts from 0 and fires as soon as stream time is known; a schedule on wall-clock time fires first an interval from
 * now; a schedule with a start time fires at start + n × interval. A schedule that has missed several times fires once,
 * and one whose next time would be behind the end of time has ended. Only for lanes of one virtual partition.
 *
 * <p>Owner: the lane's thread.
 */
final class Punctuations {
    private final RecordScope scope;
    private final InputTimes inputs;
    private final Clock clock;
    private final RecordErrors errors;
    private final LaneCounters counters;
    private final PriorityQueue<Schedule> byStreamTime = new PriorityQueue<>();
    private final PriorityQueue<Schedule> byWallClock = new PriorityQueue<>();

    Punctuations(RecordScope scope, InputTimes inputs, Clock clock, RecordErrors errors, LaneCounters counters) {
        this.scope = scope;
        this.inputs = inputs;
        this.clock = clock;
        this.errors = errors;
        this.counters = counters;
    }

    /** A punctuator, and when it is due next. */
    private static final class Schedule implements Comparable<Schedule>, Cancellable {
        private final String node;
        private final long intervalMs;
        private final Punctuator punctuator;
        private long dueMs;
        private boolean cancelled;

        Schedule(String node, long dueMs, long intervalMs, Punctuator punctuator) {
            this.node = node;
            this.dueMs = dueMs;
            this.intervalMs = intervalMs;
            this.punctuator = punctuator;
        }

        /**
         * Goes to the first time of the schedule after now, past all times that were missed. Neither time is negative.
         *
         * @return false if there is none before the end of time: the schedule has ended
         */
        boolean advance(long nowMs) {
            long lastMs = dueMs + Math.max(0, (nowMs - dueMs) / intervalMs) * intervalMs;
            if (intervalMs > Long.MAX_VALUE - lastMs) {
                return false;
            }
            dueMs = lastMs + intervalMs;
            return true;
        }

        @Override
        public void cancel() {
            cancelled = true;
        }

        @Override
        public int compareTo(Schedule other) {
            return Long.compare(dueMs, other.dueMs);
        }
    }

    Cancellable schedule(String node, long intervalMs, PunctuationType type, Punctuator punctuator) {
        Schedule schedule = new Schedule(node, 0, intervalMs, punctuator);
        if (type == PunctuationType.WALL_CLOCK_TIME) {
            schedule.dueMs = nowMs(type);
            return schedule.advance(schedule.dueMs) ? add(type, schedule) : schedule;
        }
        return add(type, schedule);
    }

    Cancellable scheduleFrom(long startMs, String node, long intervalMs, PunctuationType type, Punctuator punctuator) {
        Schedule schedule = new Schedule(node, startMs, intervalMs, punctuator);
        long nowMs = nowMs(type);
        return startMs >= nowMs || schedule.advance(nowMs) ? add(type, schedule) : schedule;
    }

    private Cancellable add(PunctuationType type, Schedule schedule) {
        queue(type).add(schedule);
        return schedule;
    }

    private PriorityQueue<Schedule> queue(PunctuationType type) {
        return switch (type) {
            case STREAM_TIME -> byStreamTime;
            case WALL_CLOCK_TIME -> byWallClock;
        };
    }

    private long nowMs(PunctuationType type) {
        return switch (type) {
            case STREAM_TIME -> inputs.of(scope.partition());
            case WALL_CLOCK_TIME -> clock.millis();
        };
    }

    /** Calls the punctuators that stream time has made due. */
    void onStreamTime() {
        if (isStreamTimeDue()) {
            run(byStreamTime, nowMs(PunctuationType.STREAM_TIME));
        }
    }

    /** Calls the punctuators that the wall clock has made due. */
    void onWallClock() {
        run(byWallClock, nowMs(PunctuationType.WALL_CLOCK_TIME));
    }

    boolean isStreamTimeDue() {
        Schedule first = byStreamTime.peek();
        long now = nowMs(PunctuationType.STREAM_TIME);
        return first != null && now != StreamTimes.UNKNOWN && first.dueMs <= now;
    }

    /** The wall-clock time behind which a punctuator is due, in milliseconds since 1970; no time is behind the last. */
    long wallClockDueAfterMs() {
        Schedule first = byWallClock.peek();
        return first == null ? Long.MAX_VALUE : first.dueMs - 1;
    }

    private void run(PriorityQueue<Schedule> queue, long timestamp) {
        for (Schedule first = queue.peek(); first != null && first.dueMs <= timestamp; first = queue.peek()) {
            queue.poll();
            if (!first.cancelled) {
                scope.enterPunctuation(first.node, timestamp);
                punctuate(first, timestamp);
                if (!first.cancelled && first.advance(timestamp)) { // the punctuator may have cancelled itself
                    queue.add(first);
                }
            }
        }
    }

    /**
     * Calls a punctuator. As in Kafka Streams, the processing handler decides about its exceptions, without a record.
     */
    private void punctuate(Schedule schedule, long timestamp) {
        long beginNs = clock.nanos();
        try {
            schedule.punctuator.punctuate(timestamp);
            counters.onPunctuation(clock.nanos() - beginNs);
        } catch (Exception | StackOverflowError | LinkageError thrown) { // of all languages, and of any record
            PassesHandlers.passOn(thrown);
            Exception failure = UserCodeError.asException(thrown);
            scope.enterPunctuation(schedule.node, timestamp);
            errors.onProcessing(schedule.node, null, failure);
        }
    }
}
