package org.stoatflow.restore;

import java.util.Collection;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Tells how far an application has processed the topics that it reads itself. Thread: the restorer's. */
@FunctionalInterface
public interface CommittedOffsets {
    /**
     * Asks for the committed offsets.
     *
     * @param partitions of the topics that the application reads
     * @return those that have one
     * @throws org.apache.kafka.common.errors.TimeoutException if the brokers do not answer in time
     */
    Map<TopicPartition, Long> of(Collection<TopicPartition> partitions);
}
