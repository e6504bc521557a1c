package org.stoatflow.streams.processor.assignment.assignors;

import java.time.Instant;
import java.util.Map;
import org.stoatflow.streams.processor.assignment.ApplicationState;
import org.stoatflow.streams.processor.assignment.AssignmentConfigs;
import org.stoatflow.streams.processor.assignment.KafkaStreamsAssignment;
import org.stoatflow.streams.processor.assignment.ProcessId;
import org.stoatflow.streams.processor.assignment.TaskAssignmentUtils;
import org.stoatflow.streams.processor.assignment.TaskAssignmentUtils.RackAwareOptimizationParams;
import org.stoatflow.streams.processor.assignment.TaskAssignor;

/**
 * Leaves tasks where they were as long as that is balanced: an active task goes to the process that had it, else to one
 * that had its standby, else to the one with the least tasks for each thread. StoatFlow runs an application in one
 * process and asks no assignor; this one works for programs that call it, such as their tests. Safe for use by any
 * thread.
 */
public class StickyTaskAssignor implements TaskAssignor {
    /** What it costs to read a partition from another rack, where nothing is configured. */
    public static final int DEFAULT_STICKY_TRAFFIC_COST = 1;

    /** What it costs to move a task, where nothing is configured. */
    public static final int DEFAULT_STICKY_NON_OVERLAP_COST = 10;

    private static final int STATELESS_TRAFFIC_COST = 1;
    private static final int STATELESS_NON_OVERLAP_COST = 0;

    private final boolean mustPreserveActiveTaskAssignment;

    /** Creates an assignor that moves active tasks for the sake of balance. */
    public StickyTaskAssignor() {
        this(false);
    }

    /**
     * Creates an assignor.
     *
     * @param mustPreserveActiveTaskAssignment whether active tasks stay where they were even if that is not balanced;
     *     then another rebalance is asked for at once
     */
    public StickyTaskAssignor(boolean mustPreserveActiveTaskAssignment) {
        this.mustPreserveActiveTaskAssignment = mustPreserveActiveTaskAssignment;
    }

    @Override
    public TaskAssignment assign(ApplicationState applicationState) {
        StickyPlacement placement = new StickyPlacement(applicationState);
        placement.assignActive(mustPreserveActiveTaskAssignment);
        Map<ProcessId, KafkaStreamsAssignment> assignments = placement.assignments();
        if (!mustPreserveActiveTaskAssignment) {
            TaskAssignmentUtils.optimizeRackAwareActiveTasks(
                    configured(applicationState).forStatefulTasks(), assignments);
            TaskAssignmentUtils.optimizeRackAwareActiveTasks(
                    RackAwareOptimizationParams.of(applicationState)
                            .forStatelessTasks()
                            .withTrafficCostOverride(STATELESS_TRAFFIC_COST)
                            .withNonOverlapCostOverride(STATELESS_NON_OVERLAP_COST),
                    assignments);
        }
        placement.assignStandby();
        if (!mustPreserveActiveTaskAssignment
                && applicationState.assignmentConfigs().numStandbyReplicas() > 0) {
            TaskAssignmentUtils.optimizeRackAwareStandbyTasks(configured(applicationState), assignments);
        }
        if (mustPreserveActiveTaskAssignment) {
            assignments.keySet().stream()
                    .findFirst()
                    .ifPresent(process -> assignments.computeIfPresent(
                            process, (id, assignment) -> assignment.withFollowupRebalance(Instant.EPOCH)));
        }
        return new TaskAssignment(assignments.values());
    }

    private static RackAwareOptimizationParams configured(ApplicationState application) {
        AssignmentConfigs configs = application.assignmentConfigs();
        return RackAwareOptimizationParams.of(application)
                .withTrafficCostOverride(configs.rackAwareTrafficCost().orElse(DEFAULT_STICKY_TRAFFIC_COST))
                .withNonOverlapCostOverride(configs.rackAwareNonOverlapCost().orElse(DEFAULT_STICKY_NON_OVERLAP_COST));
    }
}
