package org.stoatflow.streams.errors;

import java.util.Set;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.stoatflow.streams.processor.TaskId;

/**
 * The local state of tasks is not what their changelogs say, and has to be restored from the beginning. Nothing in
 * StoatFlow throws it: the engine restores such a store without asking.
 */
public class TaskCorruptedException extends StreamsException {
    private static final long serialVersionUID = 1L;

    private final Set<TaskId> corruptedTasks;

    /**
     * Creates the exception.
     *
     * @param corruptedTasks the tasks
     */
    public TaskCorruptedException(Set<TaskId> corruptedTasks) {
        super(message(corruptedTasks));
        this.corruptedTasks = corruptedTasks;
    }

    /**
     * Creates the exception.
     *
     * @param corruptedTasks the tasks
     * @param e the cause: a changelog does not have the offset from which to go on
     */
    public TaskCorruptedException(Set<TaskId> corruptedTasks, InvalidOffsetException e) {
        super(message(corruptedTasks), e);
        this.corruptedTasks = corruptedTasks;
    }

    /**
     * Creates the exception.
     *
     * @param corruptedTasks the tasks
     * @param e the cause: local state cannot be used
     */
    public TaskCorruptedException(Set<TaskId> corruptedTasks, ProcessorStateException e) {
        super(message(corruptedTasks), e);
        this.corruptedTasks = corruptedTasks;
    }

    /**
     * The tasks whose state cannot be used.
     *
     * @return their ids, as they were given
     */
    public Set<TaskId> corruptedTasks() {
        return corruptedTasks;
    }

    private static String message(Set<TaskId> tasks) {
        return "Tasks " + tasks + " are corrupted and hence need to be re-initialized";
    }
}
