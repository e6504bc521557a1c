package org.stoatflow.streams.processor;

import org.apache.kafka.common.header.Headers;

/** Where the record that is being processed came from. Valid only during the call that it is given to. */
public interface RecordContext {
    /**
     * The topic of the input record.
     *
     * @return the topic; null in a punctuation
     */
    String topic();

    /**
     * The partition of the input record.
     *
     * @return the partition; -1 in a punctuation
     */
    int partition();

    /**
     * The offset of the input record.
     *
     * @return the offset; -1 in a punctuation
     */
    long offset();

    /**
     * The record's event time: the extractor's, or what an operator upstream set since.
     *
     * @return milliseconds since the epoch; in a punctuation the stream time
     */
    long timestamp();

    /**
     * The record's headers.
     *
     * @return the headers; empty in a punctuation
     */
    Headers headers();

    /**
     * The key of the input record as it was read.
     *
     * @return the bytes; null in a punctuation, or where the record had no key
     */
    byte[] sourceRawKey();

    /**
     * The value of the input record as it was read.
     *
     * @return the bytes; null in a punctuation, or where the record had no value
     */
    byte[] sourceRawValue();
}
