package org.stoatflow.operator;

import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;

/**
 * Stream time of a windowed aggregation: it says which windows have closed. Belongs to one operator, and so to one
 * lane.
 */
interface WindowTime {
    /** Takes in that a record has come, before anything is done with it, and returns stream time. */
    long observe(Record<?, ?> record);

    /** The time of an aggregation that forwards each update. */
    static WindowTime ofUpdates(ProcessorContext<?, ?> context) {
        OperatorClock clock = ((OperatorHooks) context).clock(DueRows.NONE);
        return record -> {
            clock.observe(record.timestamp());
            return clock.laneTimeMs();
        };
    }
}
