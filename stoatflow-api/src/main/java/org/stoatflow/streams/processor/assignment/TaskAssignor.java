package org.stoatflow.streams.processor.assignment;

import java.util.Collection;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupAssignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.common.Configurable;
import org.stoatflow.streams.errors.TaskAssignmentException;

/**
 * Decides which instance works on which tasks. Programs that have one compile; StoatFlow never calls it, since one
 * instance does all the work.
 */
public interface TaskAssignor extends Configurable {
    /** What may be wrong with an assignment. */
    enum AssignmentError {
        /** Nothing. */
        NONE,
        /** Several processes would work on one task. */
        ACTIVE_TASK_ASSIGNED_MULTIPLE_TIMES,
        /** A process would have a copy of a task without stores, or both a task and its copy. */
        INVALID_STANDBY_TASK,
        /** A process has no assignment. */
        MISSING_PROCESS_ID,
        /** There is an assignment for a process that there is not. */
        UNKNOWN_PROCESS_ID,
        /** There is an assignment of a task that there is not. */
        UNKNOWN_TASK_ID
    }

    /**
     * Decides.
     *
     * @param applicationState what is known of the application
     * @return an assignment for each process
     * @throws TaskAssignmentException to try again later
     */
    TaskAssignment assign(ApplicationState applicationState);

    /**
     * Hears what became of the decision. Does nothing by default.
     *
     * @param assignment the assignment of the group's members
     * @param subscription what the members have said
     * @param error what is wrong with the assignment
     */
    default void onAssignmentComputed(
            GroupAssignment assignment, GroupSubscription subscription, AssignmentError error) {}

    /**
     * Reads the configuration. Does nothing by default.
     *
     * @param configs the application's configuration
     */
    @Override
    default void configure(Map<String, ?> configs) {}

    /** The assignments of all processes. */
    class TaskAssignment {
        private final Collection<KafkaStreamsAssignment> assignment;

        /**
         * Creates it.
         *
         * @param assignment one for each process; not copied
         */
        public TaskAssignment(Collection<KafkaStreamsAssignment> assignment) {
            this.assignment = assignment;
        }

        /**
         * The assignments.
         *
         * @return as they were given
         */
        public Collection<KafkaStreamsAssignment> assignment() {
            return assignment;
        }
    }
}
