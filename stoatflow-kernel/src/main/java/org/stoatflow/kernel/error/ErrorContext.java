package org.stoatflow.kernel.error;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.processor.TaskId;

/**
 * Where an error happened, as handlers are told.
 *
 * @param topic topic of the record, null outside of one (punctuation)
 * @param sourceRawKey key as it was read; null where there is none, and for a record that could not be sent
 * @param sourceRawValue value as it was read; null where there is none, and for a record that could not be sent
 */
public record ErrorContext(
        @Nullable String topic,
        int partition,
        long offset,
        Headers headers,
        String processorNodeId,
        TaskId taskId,
        long timestamp,
        byte @Nullable [] sourceRawKey,
        byte @Nullable [] sourceRawValue)
        implements ErrorHandlerContext {

    /** Without headers, key and value: user data stays out of logs. */
    @Override
    public String toString() {
        return "node " + processorNodeId + ", task " + taskId + ", topic " + topic + ", partition " + partition
                + ", offset " + offset;
    }
}
