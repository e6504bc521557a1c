package org.stoatflow.streams.errors;

import org.apache.kafka.common.header.Headers;
import org.stoatflow.streams.processor.TaskId;

/** Where an error happened. Valid only during the call of the handler that it is given to. */
public interface ErrorHandlerContext {
    /**
     * The topic of the source record.
     *
     * @return the topic; null in a punctuation
     */
    String topic();

    /**
     * The partition of the source record.
     *
     * @return the partition; -1 in a punctuation
     */
    int partition();

    /**
     * The offset of the source record.
     *
     * @return the offset; -1 in a punctuation
     */
    long offset();

    /**
     * The headers of the source record.
     *
     * @return the headers; empty in a punctuation
     */
    Headers headers();

    /**
     * The name of the node that failed.
     *
     * @return the name
     */
    String processorNodeId();

    /**
     * The task in which it happened.
     *
     * @return the task's id
     */
    TaskId taskId();

    /**
     * The event time of the record that was being processed.
     *
     * @return milliseconds since the epoch
     */
    long timestamp();

    /**
     * The key of the source record as it was read.
     *
     * @return the bytes; null if there is none
     */
    byte[] sourceRawKey();

    /**
     * The value of the source record as it was read.
     *
     * @return the bytes; null if there is none
     */
    byte[] sourceRawValue();
}
