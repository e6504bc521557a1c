package org.stoatflow.spi;

import org.apache.kafka.common.TopicPartition;

/** Up to where this instance has read the partitions of its source topics. Any thread; each call asks anew. */
public interface SourceProgress {
    /** What is said of a partition of which nothing is known. */
    long UNKNOWN = -1;

    /**
     * The offset of the last record that was polled.
     *
     * @param partition of a source topic
     * @return the offset, or {@link #UNKNOWN}
     */
    long polled(TopicPartition partition);

    /**
     * The offset up to which records are in the committed state. At least once the group's may still be behind it.
     *
     * @param partition of a source topic
     * @return the offset, or {@link #UNKNOWN}
     */
    long committed(TopicPartition partition);
}
