package org.stoatflow.streams.processor.assignment;

import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** A partition that a task reads, and what for. Immutable. */
public interface TaskTopicPartition {
    /**
     * The partition.
     *
     * @return topic and partition
     */
    TopicPartition topicPartition();

    /**
     * Whether the task processes its records.
     *
     * @return true for a source
     */
    boolean isSource();

    /**
     * Whether the task's state can be restored from it. It may be a source, too.
     *
     * @return true for a changelog
     */
    boolean isChangelog();

    /**
     * The racks of the brokers that have it.
     *
     * @return the racks; empty if they are not known
     */
    Optional<Set<String>> rackIds();
}
