package org.stoatflow.operator;

import java.util.Map;
import org.stoatflow.streams.processor.api.ProcessorContext;

/**
 * What both sides of a left or outer join remember of the rows that wait for a partner. Owner: the lane's thread.
 *
 * <p>Where records come in order, the closed rows are forwarded with a record, as in Kafka Streams: when the earliest
 * may have closed, and only once in an interval of the wall clock.
 */
final class UnjoinedTimes implements OperatorMemory {
    private static final String EMIT_INTERVAL = "__emit.interval.ms.kstreams.outer.join.spurious.results.fix__";
    private static final long EMIT_INTERVAL_MS = 1000;

    /** Before each stream time. */
    static final long AT_ONCE = -1;

    private final long intervalMs;

    /** Kafka Streams' guess of the earliest row's time; the sums with it may overflow there, and so do here. */
    private long earliestMs = Long.MAX_VALUE;

    private long nextEmitMs;

    /** No row is due at this time or before; unknown, and so at once, until the store has been looked at. */
    private long dueAfterMs = AT_ONCE;

    private long savedEarliestMs = Long.MAX_VALUE;
    private long savedNextEmitMs;
    private long savedDueAfterMs = AT_ONCE;

    UnjoinedTimes(ProcessorContext<?, ?> context) {
        intervalMs = intervalMs(context.appConfigs());
    }

    private static long intervalMs(Map<String, Object> config) {
        return switch (config.get(EMIT_INTERVAL)) {
            case Number number -> number.longValue();
            case String text -> Long.parseLong(text);
            case null, default -> EMIT_INTERVAL_MS;
        };
    }

    /** A row is added that waits until {@code waitsUntilMs}. */
    void onAdded(long timestamp, long waitsUntilMs) {
        earliestMs = Math.min(earliestMs, timestamp);
        dueAfterMs = Math.min(dueAfterMs, waitsUntilMs);
    }

    /** Whether a record at stream time {@code nowMs} forwards closed rows. If so, the interval begins anew. */
    boolean takeTurn(long waitMs, long graceMs, long nowMs, long wallClockMs) {
        if (earliestMs + waitMs + graceMs >= nowMs || wallClockMs < nextEmitMs) {
            return false;
        }
        nextEmitMs = wallClockMs + intervalMs;
        return true;
    }

    /** The rows have been looked through. */
    void onLooked(long newEarliestMs, long newDueAfterMs) {
        earliestMs = newEarliestMs;
        dueAfterMs = newDueAfterMs;
    }

    long dueAfterMs() {
        return dueAfterMs;
    }

    @Override
    public void save() {
        savedEarliestMs = earliestMs;
        savedNextEmitMs = nextEmitMs;
        savedDueAfterMs = dueAfterMs;
    }

    @Override
    public void rollback() {
        earliestMs = savedEarliestMs;
        nextEmitMs = savedNextEmitMs;
        dueAfterMs = savedDueAfterMs;
    }
}
