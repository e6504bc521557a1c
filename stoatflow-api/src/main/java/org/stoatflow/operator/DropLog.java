package org.stoatflow.operator;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.processor.api.RecordMetadata;

/**
 * Reports records that an operator drops or finds odd. The engine hears of each; the log gets the 1st, 10th, 100th and
 * so on, so that bad input cannot flood it. Belongs to one operator, and so to one lane.
 */
final class DropLog {
    private static final Logger LOG = LoggerFactory.getLogger(DropLog.class);

    private final ProcessorContext<?, ?> context;
    private final String operator;
    private long dropped;
    private long nextDropToLog = 1;
    private long late;
    private long nextLateToLog = 1;

    DropLog(ProcessorContext<?, ?> context, String operator) {
        this.context = context;
        this.operator = operator;
    }

    void onDropped(OperatorHooks.DropReason reason) {
        if (isToLog(reason)) {
            log(reason, "");
        }
    }

    /**
     * A record belongs to a window or session that has closed.
     *
     * @param closedMs windows that end by then have closed
     * @param graceMs how long they stay open, so that stream time is so much later
     */
    void onLate(Record<?, ?> record, long startMs, long endMs, long closedMs, long graceMs) {
        if (isToLog(OperatorHooks.DropReason.LATE)) {
            log(
                    OperatorHooks.DropReason.LATE,
                    " timestamp=" + record.timestamp() + " window=[" + startMs + "," + endMs + ") expiration="
                            + closedMs + " streamTime=" + (closedMs + graceMs));
        }
    }

    private boolean isToLog(OperatorHooks.DropReason reason) {
        if (context instanceof OperatorHooks hooks) {
            hooks.onDropped(reason);
        }
        dropped++;
        if (dropped < nextDropToLog) {
            return false;
        }
        nextDropToLog *= 10;
        return true;
    }

    private void log(OperatorHooks.DropReason reason, String details) {
        LOG.warn(
                "{} in task {} drops a record: {}, {}{}. That makes {}.",
                operator,
                context.taskId(),
                reason,
                place(),
                details,
                dropped);
    }

    void onOutOfOrder(long storedTimestamp, long timestamp) {
        late++;
        if (late == nextLateToLog) {
            nextLateToLog *= 10;
            LOG.warn(
                    "{} in task {} gets an update out of order: timestamp {} after {}, {}. That makes {}.",
                    operator,
                    context.taskId(),
                    timestamp,
                    storedTimestamp,
                    place(),
                    late);
        }
    }

    private String place() {
        return context.recordMetadata().map(this::place).orElse("source unknown");
    }

    private String place(RecordMetadata from) {
        List<String> behind = context instanceof OperatorHooks hooks ? hooks.topicsBehind(from.topic()) : List.of();
        return "topic=" + from.topic() + " partition=" + from.partition() + " offset=" + from.offset()
                + (behind.isEmpty() ? "" : " (of " + String.join(" or ", behind) + ")");
    }
}
