package org.stoatflow.streams.processor.assignment;

import java.util.Map;
import org.stoatflow.streams.processor.TaskId;

/** What a {@link TaskAssignor} knows of an application: its instances, tasks and settings. */
public interface ApplicationState {
    /**
     * The instances.
     *
     * @param computeTaskLags whether their state is to know how far each is behind; that may take a while
     * @return process to what is known of it
     * @throws org.stoatflow.streams.errors.TaskAssignmentException if the lags cannot be found out
     */
    Map<ProcessId, KafkaStreamsState> kafkaStreamsStates(boolean computeTaskLags);

    /**
     * The settings that assignors use.
     *
     * @return the settings
     */
    AssignmentConfigs assignmentConfigs();

    /**
     * The tasks of the application's topology.
     *
     * @return task id to what is known of the task
     */
    Map<TaskId, TaskInfo> allTasks();
}
