package org.stoatflow.streams.processor.assignment;

import java.util.Set;
import org.stoatflow.streams.processor.TaskId;

/** What a {@link TaskAssignor} knows of a task. Immutable. */
public interface TaskInfo {
    /**
     * The task.
     *
     * @return its id
     */
    TaskId id();

    /**
     * Whether the task has stores.
     *
     * @return true if it has
     */
    boolean isStateful();

    /**
     * The task's stores.
     *
     * @return their names
     */
    Set<String> stateStoreNames();

    /**
     * The partitions that the task reads, and its changelogs' partitions.
     *
     * @return the partitions
     */
    Set<TaskTopicPartition> topicPartitions();
}
