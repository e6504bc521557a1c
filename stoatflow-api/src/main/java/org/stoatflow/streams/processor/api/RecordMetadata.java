package org.stoatflow.streams.processor.api;

/** Where an input record came from. */
public interface RecordMetadata {
    /**
     * The topic of the input record.
     *
     * @return the topic
     */
    String topic();

    /**
     * The partition of the input record.
     *
     * @return the partition
     */
    int partition();

    /**
     * The offset of the input record.
     *
     * @return the offset
     */
    long offset();
}
