package org.stoatflow.streams.errors;

import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.stoatflow.streams.processor.TaskId;

/** The root of the exceptions that a streams application throws. It may name the task it came from. */
public class StreamsException extends KafkaException {
    private static final long serialVersionUID = 1L;

    private TaskId taskId;

    /**
     * Creates the exception without a task.
     *
     * @param message what went wrong
     */
    public StreamsException(String message) {
        this(message, (TaskId) null);
    }

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     * @param taskId where it happened; may be null
     */
    public StreamsException(String message, TaskId taskId) {
        super(message);
        this.taskId = taskId;
    }

    /**
     * Creates the exception without a task.
     *
     * @param message what went wrong
     * @param throwable the cause
     */
    public StreamsException(String message, Throwable throwable) {
        this(message, throwable, null);
    }

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     * @param throwable the cause
     * @param taskId where it happened; may be null
     */
    public StreamsException(String message, Throwable throwable, TaskId taskId) {
        super(message, throwable);
        this.taskId = taskId;
    }

    /**
     * Creates the exception without a task.
     *
     * @param throwable the cause
     */
    public StreamsException(Throwable throwable) {
        this(throwable, null);
    }

    /**
     * Creates the exception.
     *
     * @param throwable the cause
     * @param taskId where it happened; may be null
     */
    public StreamsException(Throwable throwable, TaskId taskId) {
        super(throwable);
        this.taskId = taskId;
    }

    /**
     * The task in which the exception was thrown.
     *
     * @return the task; empty where it is not known, which does not say that no task was involved
     */
    public Optional<TaskId> taskId() {
        return Optional.ofNullable(taskId);
    }

    /**
     * Names the task in which the exception was thrown.
     *
     * @param taskId the task; may be null
     */
    public void setTaskId(TaskId taskId) {
        this.taskId = taskId;
    }
}
