package org.stoatflow.streams.processor.assignment;

import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.state.HostInfo;

/** What a {@link TaskAssignor} knows of one instance of an application. Immutable. */
public interface KafkaStreamsState {
    /**
     * The process.
     *
     * @return its id
     */
    ProcessId processId();

    /**
     * How many threads process records.
     *
     * @return the number
     */
    int numProcessingThreads();

    /**
     * The instance's consumers.
     *
     * @return their client ids
     */
    SortedSet<String> consumerClientIds();

    /**
     * The tasks that the instance has worked on until now.
     *
     * @return their ids
     */
    SortedSet<TaskId> previousActiveTasks();

    /**
     * The tasks of whose stores the instance has had copies until now.
     *
     * @return their ids
     */
    SortedSet<TaskId> previousStandbyTasks();

    /**
     * How far the instance's stores of a task are behind their changelogs.
     *
     * @param task the task
     * @return the sum of the differences of offsets; all that the changelogs have where the instance has no state
     * @throws UnsupportedOperationException if lags were not asked for
     */
    long lagFor(TaskId task);

    /**
     * The tasks that a consumer has had until now, the least behind first.
     *
     * @param consumerClientId the consumer
     * @return the ids of those that there are still
     * @throws UnsupportedOperationException if lags were not asked for
     */
    SortedSet<TaskId> prevTasksByLag(String consumerClientId);

    /**
     * How far the instance is behind in each task that has stores.
     *
     * @return task to the sum of the differences of offsets
     * @throws UnsupportedOperationException if lags were not asked for
     */
    Map<TaskId, Long> statefulTasksToLagSums();

    /**
     * Where users can reach the instance.
     *
     * @return what {@code application.server} says
     */
    Optional<HostInfo> hostInfo();

    /**
     * The instance's tags.
     *
     * @return what keys that begin with {@code client.tag.} say
     */
    Map<String, String> clientTags();

    /**
     * The rack that the instance is in.
     *
     * @return what {@code client.rack} says
     */
    Optional<String> rackId();
}
