package org.stoatflow.streams;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.streams.processor.TaskId;

/** How far a task has got. Immutable. */
public interface TaskMetadata {
    /**
     * The task.
     *
     * @return its id
     */
    TaskId taskId();

    /**
     * The partitions that the task reads.
     *
     * @return the partitions
     */
    Set<TopicPartition> topicPartitions();

    /**
     * What the task has committed.
     *
     * @return partition to offset; -1 where nothing is committed yet
     */
    Map<TopicPartition, Long> committedOffsets();

    /**
     * Where the partitions end.
     *
     * @return partition to offset; -1 where it is not known yet
     */
    Map<TopicPartition, Long> endOffsets();

    /**
     * Since when the task waits for a partition without records.
     *
     * @return milliseconds since the epoch; empty if it does not wait
     */
    Optional<Long> timeCurrentIdlingStarted();

    /**
     * Compares by task and partitions.
     *
     * @param o what to compare with
     * @return whether both are equal
     */
    @Override
    boolean equals(Object o);

    @Override
    int hashCode();
}
