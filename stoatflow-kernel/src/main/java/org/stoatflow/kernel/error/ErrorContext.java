package org.stoatflow.kernel.error;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.processor.TaskId;

/**
 * Where an error happened, as error handlers are told.
 *
 * @param topic topic of the record, null if there is no record (punctuation)
 * @param sourceRawKey serialized key of the source record; null if there is none, and for a record that could not be
 *     sent
 * @param sourceRawValue serialized value of the source record; null if there is none, and for a record that could not
 *     be sent
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

    /** Omits headers, key and value, so that user data stays out of logs. */
    @Override
    public String toString() {
        return "node " + processorNodeId + ", task " + taskId + ", topic " + topic + ", partition " + partition
                + ", offset " + offset;
    }
}
