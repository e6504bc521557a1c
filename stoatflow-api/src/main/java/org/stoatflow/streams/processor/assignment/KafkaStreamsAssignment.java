package org.stoatflow.streams.processor.assignment;

import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.stoatflow.streams.processor.TaskId;

/** The tasks that one process is to work on, or to have copies of. Not safe for use by several threads. */
public class KafkaStreamsAssignment {
    private final ProcessId processId;
    private final Map<TaskId, AssignedTask> tasks;
    private final Optional<Instant> followupRebalanceDeadline;

    private KafkaStreamsAssignment(ProcessId processId, Map<TaskId, AssignedTask> tasks, Optional<Instant> deadline) {
        this.processId = processId;
        this.tasks = tasks;
        followupRebalanceDeadline = deadline;
    }

    /**
     * Creates an assignment, after which nothing is to be done.
     *
     * @param processId the process
     * @param assignment its tasks, which are copied
     * @return a new assignment
     * @throws IllegalStateException if a task is among them twice
     */
    public static KafkaStreamsAssignment of(ProcessId processId, Set<AssignedTask> assignment) {
        Map<TaskId, AssignedTask> tasks = new HashMap<>();
        for (AssignedTask task : assignment) {
            AssignedTask before = tasks.put(task.id(), task);
            if (before != null) {
                throw new IllegalStateException("Task " + task.id() + " is assigned to process " + processId
                        + " twice: as " + before.type() + " and as " + task.type());
            }
        }
        return new KafkaStreamsAssignment(processId, tasks, Optional.empty());
    }

    /**
     * Asks for another assignment later.
     *
     * @param rebalanceDeadline when
     * @return another assignment of the same tasks. Those of this one cannot be changed there
     */
    public KafkaStreamsAssignment withFollowupRebalance(Instant rebalanceDeadline) {
        return new KafkaStreamsAssignment(processId, tasks(), Optional.of(rebalanceDeadline));
    }

    /**
     * The process.
     *
     * @return its id
     */
    public ProcessId processId() {
        return processId;
    }

    /**
     * The tasks.
     *
     * @return task id to task, a view that cannot be changed
     */
    public Map<TaskId, AssignedTask> tasks() {
        return Collections.unmodifiableMap(tasks);
    }

    /**
     * Adds a task, or replaces it.
     *
     * @param newTask the task
     */
    public void assignTask(AssignedTask newTask) {
        tasks.put(newTask.id(), newTask);
    }

    /**
     * Removes a task, whatever it is assigned as.
     *
     * @param removedTask the task
     */
    public void removeTask(AssignedTask removedTask) {
        tasks.remove(removedTask.id());
    }

    /**
     * When there is to be another assignment.
     *
     * @return the time; empty if none is needed
     */
    public Optional<Instant> followupRebalanceDeadline() {
        return followupRebalanceDeadline;
    }

    @Override
    public String toString() {
        return "KafkaStreamsAssignment{" + processId + ", " + tasks.values() + ", " + followupRebalanceDeadline + "}";
    }

    /** A task, and what it is assigned as. Immutable. */
    public static class AssignedTask {
        private final TaskId id;
        private final Type taskType;

        /**
         * Creates it.
         *
         * @param id the task
         * @param taskType what it is assigned as
         */
        public AssignedTask(TaskId id, Type taskType) {
            this.id = id;
            this.taskType = taskType;
        }

        /** What a task is assigned as. */
        public enum Type {
            /** To be worked on. */
            ACTIVE,
            /** To have a copy of its stores. */
            STANDBY
        }

        /**
         * The task.
         *
         * @return its id
         */
        public TaskId id() {
            return id;
        }

        /**
         * What it is assigned as.
         *
         * @return the type
         */
        public Type type() {
            return taskType;
        }

        @Override
        public boolean equals(Object obj) {
            return obj != null
                    && getClass() == obj.getClass()
                    && id.equals(((AssignedTask) obj).id)
                    && taskType == ((AssignedTask) obj).taskType;
        }

        @Override
        public int hashCode() {
            return Objects.hash(id, taskType);
        }

        @Override
        public String toString() {
            return "AssignedTask{" + taskType + ", " + id + "}";
        }
    }
}
