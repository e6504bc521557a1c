package org.stoatflow.streams.processor.assignment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import org.stoatflow.streams.processor.assignment.TaskAssignor.AssignmentError;
import org.stoatflow.streams.processor.assignment.TaskAssignor.TaskAssignment;

/**
 * Steps of which a {@link TaskAssignor} can be made. They work on what they are given, and so in an application's own
 * tests. StoatFlow itself runs an application in one process and asks no assignor. Where several assignments are
 * equally good, the one that is chosen may be another than Kafka Streams'. Safe for use by any thread, on assignments
 * that no other thread uses.
 */
public final class TaskAssignmentUtils {
    private static final Logger LOG = LoggerFactory.getLogger(TaskAssignmentUtils.class);
    private static final int STANDBY_ROUNDS_MAX = 4;

    private TaskAssignmentUtils() {}

    /** Decides whether a standby task may be moved to another process. */
    @FunctionalInterface
    public interface MoveStandbyTaskPredicate {
        /**
         * Whether the task may be moved.
         *
         * @param source the process that has the task
         * @param destination the process that would get it
         * @param taskId the task
         * @param assignments what all processes have
         * @return whether it may be moved
         */
        boolean canMoveStandbyTask(
                KafkaStreamsState source,
                KafkaStreamsState destination,
                TaskId taskId,
                Map<ProcessId, KafkaStreamsAssignment> assignments);
    }

    /** What to optimize, and what it costs to read from another rack and to move a task. Immutable. */
    public static final class RackAwareOptimizationParams {
        private final ApplicationState application;
        private final OptionalInt trafficCost;
        private final OptionalInt moveCost;
        private final @Nullable SortedSet<TaskId> tasks;

        private RackAwareOptimizationParams(
                ApplicationState application,
                OptionalInt trafficCost,
                OptionalInt moveCost,
                @Nullable SortedSet<TaskId> tasks) {
            this.application = application;
            this.trafficCost = trafficCost;
            this.moveCost = moveCost;
            this.tasks = tasks;
        }

        /**
         * All tasks, at the costs that are configured.
         *
         * @param applicationState the application
         * @return the parameters
         */
        public static RackAwareOptimizationParams of(ApplicationState applicationState) {
            return new RackAwareOptimizationParams(applicationState, OptionalInt.empty(), OptionalInt.empty(), null);
        }

        /**
         * These parameters for tasks with stores only.
         *
         * @return the parameters
         */
        public RackAwareOptimizationParams forStatefulTasks() {
            return forTasks(ids(TaskInfo::isStateful));
        }

        /**
         * These parameters for tasks without stores only.
         *
         * @return the parameters
         */
        public RackAwareOptimizationParams forStatelessTasks() {
            return forTasks(ids(task -> !task.isStateful()));
        }

        private SortedSet<TaskId> ids(Predicate<TaskInfo> wanted) {
            return application.allTasks().values().stream()
                    .filter(wanted)
                    .map(TaskInfo::id)
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        /**
         * These parameters for some tasks only.
         *
         * @param tasksToOptimize the tasks
         * @return the parameters
         */
        public RackAwareOptimizationParams forTasks(SortedSet<TaskId> tasksToOptimize) {
            return new RackAwareOptimizationParams(application, trafficCost, moveCost, tasksToOptimize);
        }

        /**
         * These parameters with another cost of reading a partition from another rack.
         *
         * @param trafficCostOverride the cost
         * @return the parameters
         */
        public RackAwareOptimizationParams withTrafficCostOverride(int trafficCostOverride) {
            return new RackAwareOptimizationParams(application, OptionalInt.of(trafficCostOverride), moveCost, tasks);
        }

        /**
         * These parameters with another cost of moving a task.
         *
         * @param nonOverlapCostOverride the cost
         * @return the parameters
         */
        public RackAwareOptimizationParams withNonOverlapCostOverride(int nonOverlapCostOverride) {
            return new RackAwareOptimizationParams(
                    application, trafficCost, OptionalInt.of(nonOverlapCostOverride), tasks);
        }

        private SortedSet<TaskId> tasksOf(Map<ProcessId, KafkaStreamsAssignment> assignments, AssignedTask.Type type) {
            if (tasks != null) {
                return tasks;
            }
            return assignments.values().stream()
                    .flatMap(assignment -> assignment.tasks().values().stream())
                    .filter(task -> task.type() == type)
                    .map(AssignedTask::id)
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        private RackAwareTasks optimizing(Map<TaskId, Set<TaskTopicPartition>> partitions, AssignedTask.Type type) {
            AssignmentConfigs configs = application.assignmentConfigs();
            return new RackAwareTasks(
                    application,
                    partitions,
                    type,
                    trafficCost.orElseGet(() -> configs.rackAwareTrafficCost().getAsInt()),
                    moveCost.orElseGet(() -> configs.rackAwareNonOverlapCost().getAsInt()));
        }
    }

    /**
     * Checks an assignment.
     *
     * @param applicationState the application
     * @param taskAssignment what was assigned
     * @return the first error that is found: {@link AssignmentError#UNKNOWN_TASK_ID} for a task that the application
     *     has not, {@link AssignmentError#ACTIVE_TASK_ASSIGNED_MULTIPLE_TIMES} for an active task of two processes,
     *     {@link AssignmentError#INVALID_STANDBY_TASK} for a standby of a task without stores, {@link
     *     AssignmentError#MISSING_PROCESS_ID} for a process without an assignment, {@link
     *     AssignmentError#UNKNOWN_PROCESS_ID} for an assignment of another process; {@link AssignmentError#NONE} if
     *     there is none
     */
    public static AssignmentError validateTaskAssignment(
            ApplicationState applicationState, TaskAssignment taskAssignment) {
        Map<TaskId, TaskInfo> known = applicationState.allTasks();
        Set<TaskId> active = new HashSet<>();
        Set<TaskId> standby = new HashSet<>();
        Set<ProcessId> processes = new HashSet<>();
        for (KafkaStreamsAssignment assignment : taskAssignment.assignment()) {
            processes.add(assignment.processId());
            for (AssignedTask task : assignment.tasks().values()) {
                if (!known.containsKey(task.id())) {
                    return refused(AssignmentError.UNKNOWN_TASK_ID, assignment.processId() + " has " + task);
                }
                if (task.type() == AssignedTask.Type.STANDBY) {
                    standby.add(task.id());
                } else if (!active.add(task.id())) {
                    return refused(
                            AssignmentError.ACTIVE_TASK_ASSIGNED_MULTIPLE_TIMES,
                            assignment.processId() + " and another process have " + task);
                }
            }
        }
        for (TaskInfo task : known.values()) {
            if (!task.isStateful() && standby.contains(task.id())) {
                return refused(AssignmentError.INVALID_STANDBY_TASK, "task " + task.id() + " has no stores");
            }
        }
        return validateProcesses(applicationState.kafkaStreamsStates(false).keySet(), processes);
    }

    private static AssignmentError validateProcesses(Set<ProcessId> known, Set<ProcessId> assigned) {
        for (ProcessId process : known) {
            if (!assigned.contains(process)) {
                return refused(AssignmentError.MISSING_PROCESS_ID, process + " has no assignment");
            }
        }
        for (ProcessId process : assigned) {
            if (!known.contains(process)) {
                return refused(AssignmentError.UNKNOWN_PROCESS_ID, process + " is not known");
            }
        }
        return AssignmentError.NONE;
    }

    private static AssignmentError refused(AssignmentError error, String why) {
        LOG.error("The assignment is not valid, {}: {}", error, why);
        return error;
    }

    /**
     * What each process had before.
     *
     * @param applicationState the application
     * @return the assignments, which can be changed
     */
    public static Map<ProcessId, KafkaStreamsAssignment> identityAssignment(ApplicationState applicationState) {
        Map<ProcessId, KafkaStreamsAssignment> assignments = new HashMap<>();
        applicationState.kafkaStreamsStates(false).forEach((process, state) -> {
            Set<AssignedTask> tasks = new HashSet<>();
            state.previousActiveTasks().forEach(task -> tasks.add(new AssignedTask(task, AssignedTask.Type.ACTIVE)));
            state.previousStandbyTasks().forEach(task -> tasks.add(new AssignedTask(task, AssignedTask.Type.STANDBY)));
            assignments.put(process, KafkaStreamsAssignment.of(process, tasks));
        });
        return assignments;
    }

    /**
     * Assigns as many standby tasks as are configured for each task with a changelog: to processes that have not got
     * the task, first those whose rack-aware tags differ, then those with the least tasks for each thread.
     *
     * @param applicationState the application
     * @param kafkaStreamsAssignments what processes have; standby tasks, and processes that are missing, are added
     */
    public static void defaultStandbyTaskAssignment(
            ApplicationState applicationState, Map<ProcessId, KafkaStreamsAssignment> kafkaStreamsAssignments) {
        addMissingProcesses(applicationState, kafkaStreamsAssignments);
        new StandbyTasks(applicationState, kafkaStreamsAssignments)
                .assign(applicationState.allTasks().values());
    }

    /**
     * Moves active tasks so that processes read less from other racks. Each process keeps its number of tasks. Nothing
     * is done where no strategy and costs are configured, or a process or partition has no rack.
     *
     * @param optimizationParams what to optimize
     * @param kafkaStreamsAssignments what processes have, which is changed
     * @throws IllegalArgumentException if one of the tasks is assigned to no process, or to several
     */
    public static void optimizeRackAwareActiveTasks(
            RackAwareOptimizationParams optimizationParams,
            Map<ProcessId, KafkaStreamsAssignment> kafkaStreamsAssignments) {
        ApplicationState application = optimizationParams.application;
        AssignedTask.Type type = AssignedTask.Type.ACTIVE;
        SortedSet<TaskId> tasks = optimizationParams.tasksOf(kafkaStreamsAssignments, type);
        if (!tasks.isEmpty() && canOptimize(application, false)) {
            addMissingProcesses(application, kafkaStreamsAssignments);
            optimizationParams
                    .optimizing(partitions(application, false), type)
                    .optimize(application.kafkaStreamsStates(false).keySet(), tasks, kafkaStreamsAssignments);
        }
    }

    /**
     * Exchanges standby tasks between processes of different racks so that they read less of changelogs from other
     * racks. Where there are rack-aware tags, a task is not moved to where fewer of their values have the task. Nothing
     * is done where no strategy and costs are configured, or a process or changelog partition has no rack.
     *
     * @param optimizationParams what to optimize
     * @param kafkaStreamsAssignments what processes have, which is changed
     */
    public static void optimizeRackAwareStandbyTasks(
            RackAwareOptimizationParams optimizationParams,
            Map<ProcessId, KafkaStreamsAssignment> kafkaStreamsAssignments) {
        ApplicationState application = optimizationParams.application;
        AssignedTask.Type type = AssignedTask.Type.STANDBY;
        if (optimizationParams.tasksOf(kafkaStreamsAssignments, type).isEmpty() || !canOptimize(application, true)) {
            return;
        }
        addMissingProcesses(application, kafkaStreamsAssignments);
        RackAwareTasks optimizing = optimizationParams.optimizing(partitions(application, true), type);
        List<ProcessId> processes = new ArrayList<>(
                new TreeSet<>(application.kafkaStreamsStates(false).keySet()));
        boolean moved = true;
        for (int round = 0; moved && round < STANDBY_ROUNDS_MAX; round++) {
            moved = false;
            for (int first = 0; first < processes.size(); first++) {
                for (ProcessId other : processes.subList(first + 1, processes.size())) {
                    moved |= exchange(optimizing, application, processes.get(first), other, kafkaStreamsAssignments);
                }
            }
        }
    }

    private static boolean exchange(
            RackAwareTasks optimizing,
            ApplicationState application,
            ProcessId one,
            ProcessId other,
            Map<ProcessId, KafkaStreamsAssignment> assignments) {
        Map<ProcessId, KafkaStreamsState> states = application.kafkaStreamsStates(false);
        if (rackOf(states, one).equals(rackOf(states, other))) {
            return false;
        }
        SortedSet<TaskId> movable = movable(application, one, other, assignments);
        SortedSet<TaskId> back = movable(application, other, one, assignments);
        if (movable.isEmpty() || back.isEmpty()) {
            return false; // tasks are exchanged only, so that both keep their number
        }
        movable.addAll(back);
        return optimizing.optimize(List.of(one, other), movable, assignments);
    }

    private static Optional<String> rackOf(Map<ProcessId, KafkaStreamsState> states, ProcessId process) {
        return Optional.ofNullable(states.get(process)).flatMap(KafkaStreamsState::rackId);
    }

    private static SortedSet<TaskId> movable(
            ApplicationState application,
            ProcessId from,
            ProcessId to,
            Map<ProcessId, KafkaStreamsAssignment> assignments) {
        SortedSet<TaskId> movable = new TreeSet<>();
        KafkaStreamsAssignment source = assignments.get(from);
        KafkaStreamsAssignment destination = assignments.get(to);
        KafkaStreamsState sourceState = application.kafkaStreamsStates(false).get(from);
        KafkaStreamsState destinationState =
                application.kafkaStreamsStates(false).get(to);
        if (source != null && destination != null && sourceState != null && destinationState != null) {
            MoveStandbyTaskPredicate allowed = moving(application);
            for (AssignedTask task : source.tasks().values()) {
                if (task.type() == AssignedTask.Type.STANDBY
                        && !destination.tasks().containsKey(task.id())
                        && allowed.canMoveStandbyTask(sourceState, destinationState, task.id(), assignments)) {
                    movable.add(task.id());
                }
            }
        }
        return movable;
    }

    /** A move must not have the task's processes share more tags than before. */
    private static MoveStandbyTaskPredicate moving(ApplicationState application) {
        if (application.assignmentConfigs().rackAwareAssignmentTags().isEmpty()) {
            return (source, destination, task, assignments) -> true;
        }
        return (source, destination, task, assignments) -> {
            Set<Map.Entry<String, String>> before =
                    new HashSet<>(source.clientTags().entrySet());
            Set<Map.Entry<String, String>> after =
                    new HashSet<>(destination.clientTags().entrySet());
            for (KafkaStreamsAssignment assignment : assignments.values()) {
                ProcessId process = assignment.processId();
                KafkaStreamsState state = application.kafkaStreamsStates(false).get(process);
                boolean moves = process.equals(source.processId()) || process.equals(destination.processId());
                if (!moves && state != null && assignment.tasks().containsKey(task)) {
                    before.addAll(state.clientTags().entrySet());
                    after.addAll(state.clientTags().entrySet());
                }
            }
            return after.size() >= before.size();
        };
    }

    private static void addMissingProcesses(
            ApplicationState application, Map<ProcessId, KafkaStreamsAssignment> assignments) {
        for (ProcessId process : application.kafkaStreamsStates(false).keySet()) {
            assignments.computeIfAbsent(process, missing -> KafkaStreamsAssignment.of(missing, Set.of()));
        }
    }

    private static Map<TaskId, Set<TaskTopicPartition>> partitions(ApplicationState application, boolean standby) {
        Map<TaskId, Set<TaskTopicPartition>> partitions = new HashMap<>();
        application.allTasks().values().forEach(task -> partitions.put(task.id(), partitions(task, standby)));
        return partitions;
    }

    /** The partitions that a process reads for a task: for a standby, those of changelogs. */
    private static Set<TaskTopicPartition> partitions(TaskInfo task, boolean standby) {
        return task.topicPartitions().stream()
                .filter(partition -> !standby || partition.isChangelog())
                .collect(Collectors.toSet());
    }

    private static boolean canOptimize(ApplicationState application, boolean standby) {
        AssignmentConfigs configs = application.assignmentConfigs();
        if (StreamsConfig.RACK_AWARE_ASSIGNMENT_STRATEGY_NONE.equals(configs.rackAwareAssignmentStrategy())) {
            return unavailable(StreamsConfig.RACK_AWARE_ASSIGNMENT_STRATEGY_CONFIG + " is none");
        }
        if (configs.rackAwareTrafficCost().isEmpty()) {
            return unavailable(StreamsConfig.RACK_AWARE_ASSIGNMENT_TRAFFIC_COST_CONFIG + " is not set");
        }
        if (configs.rackAwareNonOverlapCost().isEmpty()) {
            return unavailable(StreamsConfig.RACK_AWARE_ASSIGNMENT_NON_OVERLAP_COST_CONFIG + " is not set");
        }
        for (KafkaStreamsState state : application.kafkaStreamsStates(false).values()) {
            if (state.rackId().isEmpty()) {
                return unavailable("process " + state.processId() + " has no rack");
            }
        }
        for (TaskInfo task : application.allTasks().values()) {
            for (TaskTopicPartition partition : partitions(task, standby)) {
                if (partition.rackIds().orElse(Set.of()).isEmpty()) {
                    return unavailable(
                            "partition " + partition.topicPartition() + " of task " + task.id() + " has no racks");
                }
            }
        }
        return true;
    }

    private static boolean unavailable(String why) {
        LOG.warn("Tasks are not moved between racks: {}", why);
        return false;
    }
}
