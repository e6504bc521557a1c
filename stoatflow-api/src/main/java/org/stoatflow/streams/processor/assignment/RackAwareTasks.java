package org.stoatflow.streams.processor.assignment;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.processor.assignment.KafkaStreamsAssignment.AssignedTask;

/**
 * Moves tasks among processes so that less is read from other racks. A task costs what each of its partitions without a
 * replica in the process's rack costs, and what a move costs if the process does not have it now. Each process keeps
 * the number of tasks that it has. The cheapest such assignment is the cheapest flow from tasks to processes.
 */
final class RackAwareTasks {
    private final Map<ProcessId, KafkaStreamsState> states;
    private final Map<TaskId, Set<TaskTopicPartition>> partitions;
    private final AssignedTask.Type type;
    private final String strategy;
    private final int trafficCost;
    private final int moveCost;

    RackAwareTasks(
            ApplicationState application,
            Map<TaskId, Set<TaskTopicPartition>> partitions,
            AssignedTask.Type type,
            int trafficCost,
            int moveCost) {
        states = application.kafkaStreamsStates(false);
        strategy = application.assignmentConfigs().rackAwareAssignmentStrategy();
        this.partitions = partitions;
        this.type = type;
        this.trafficCost = trafficCost;
        this.moveCost = moveCost;
    }

    /** The processes between which tasks move, and the tasks, each in its order. */
    private record Move(List<ProcessId> processes, List<TaskId> tasks, Map<TaskId, ProcessId> owners) {
        int taskNode(int task) {
            return 1 + task;
        }

        int processNode(int group, int process) {
            return 1 + tasks.size() + group * processes.size() + process;
        }

        long countOf(ProcessId process) {
            return owners.values().stream().filter(process::equals).count();
        }
    }

    /**
     * Moves tasks, and returns whether any has moved.
     *
     * @param processes between which tasks move
     * @param tasks the tasks, each assigned to one of these processes
     * @throws IllegalArgumentException if a task is assigned to none of them, or an active one to several
     */
    boolean optimize(
            Collection<ProcessId> processes,
            SortedSet<TaskId> tasks,
            Map<ProcessId, KafkaStreamsAssignment> assignments) {
        List<ProcessId> ordered = new ArrayList<>(new TreeSet<>(processes));
        Move move = new Move(ordered, new ArrayList<>(tasks), owners(ordered, tasks, assignments));
        boolean moved = false;
        Map<TaskId, ProcessId> cheapest = cheapest(move);
        for (TaskId task : move.tasks()) {
            ProcessId from = move.owners().get(task);
            ProcessId to = cheapest.get(task);
            if (to != null && from != null && !to.equals(from)) {
                of(assignments, from).removeTask(new AssignedTask(task, type));
                of(assignments, to).assignTask(new AssignedTask(task, type));
                moved = true;
            }
        }
        return moved;
    }

    private Map<TaskId, ProcessId> owners(
            List<ProcessId> processes, SortedSet<TaskId> tasks, Map<ProcessId, KafkaStreamsAssignment> assignments) {
        Map<TaskId, ProcessId> owners = new HashMap<>();
        for (TaskId task : tasks) {
            for (ProcessId process : processes) {
                AssignedTask assigned = of(assignments, process).tasks().get(task);
                if (assigned != null && assigned.type() == type) {
                    ProcessId other = owners.put(task, process);
                    if (other != null && type == AssignedTask.Type.ACTIVE) {
                        throw new IllegalArgumentException(
                                "Task " + task + " is assigned to several processes: " + other + " and " + process);
                    }
                }
            }
            if (!owners.containsKey(task)) {
                throw new IllegalArgumentException("Task " + task + " is not assigned to any process");
            }
        }
        return owners;
    }

    private static KafkaStreamsAssignment of(Map<ProcessId, KafkaStreamsAssignment> assignments, ProcessId process) {
        KafkaStreamsAssignment assignment = assignments.get(process);
        if (assignment == null) {
            throw new IllegalArgumentException("Process " + process + " has no assignment");
        }
        return assignment;
    }

    private Map<TaskId, ProcessId> cheapest(Move move) {
        List<List<Integer>> groups = groups(move);
        int processes = move.processes().size();
        int sink = move.processNode(groups.size() + 1, 0);
        MinCostFlow flow = new MinCostFlow(sink + 1);
        for (int group = 0; group < groups.size(); group++) {
            for (int process = 0; process < processes; process++) {
                for (int task : groups.get(group)) {
                    flow.edge(move.taskNode(task), move.processNode(group, process), 1, cost(move, task, process));
                }
                double share = (double) move.countOf(move.processes().get(process))
                        * groups.get(group).size()
                        / move.tasks().size();
                flow.edge(
                        move.processNode(group, process),
                        move.processNode(groups.size(), process),
                        (int) Math.ceil(share),
                        0);
            }
        }
        for (int task = 0; task < move.tasks().size(); task++) {
            flow.edge(0, move.taskNode(task), 1, 0);
        }
        for (int process = 0; process < processes; process++) {
            int count = (int) move.countOf(move.processes().get(process));
            flow.edge(move.processNode(groups.size(), process), sink, count, 0);
        }
        if (flow.solve(0, sink) != move.tasks().size()) {
            throw new IllegalStateException(
                    "Not all of the tasks " + move.tasks() + " fit processes " + move.processes());
        }
        return assigned(move, groups, flow);
    }

    /** The tasks among which each process keeps its share: those of a sub-topology, or all. */
    private List<List<Integer>> groups(Move move) {
        boolean balanced = StreamsConfig.RACK_AWARE_ASSIGNMENT_STRATEGY_BALANCE_SUBTOPOLOGY.equals(strategy);
        Map<Integer, List<Integer>> groups = new TreeMap<>();
        for (int task = 0; task < move.tasks().size(); task++) {
            int group = balanced ? move.tasks().get(task).subtopology() : 0;
            groups.computeIfAbsent(group, ignored -> new ArrayList<>()).add(task);
        }
        return new ArrayList<>(groups.values());
    }

    private static Map<TaskId, ProcessId> assigned(Move move, List<List<Integer>> groups, MinCostFlow flow) {
        Map<TaskId, ProcessId> assigned = new HashMap<>();
        for (int group = 0; group < groups.size(); group++) {
            for (int task : groups.get(group)) {
                int node = flow.targetsOf(move.taskNode(task)).getFirst();
                assigned.put(move.tasks().get(task), move.processes().get(node - move.processNode(group, 0)));
            }
        }
        return assigned;
    }

    private long cost(Move move, int taskIndex, int processIndex) {
        TaskId task = move.tasks().get(taskIndex);
        ProcessId process = move.processes().get(processIndex);
        KafkaStreamsState state = states.get(process);
        String rack = state == null ? "" : state.rackId().orElse("");
        long remote = partitions.getOrDefault(task, Set.of()).stream()
                .filter(partition -> !partition.rackIds().orElse(Set.of()).contains(rack))
                .count();
        return remote * trafficCost + (process.equals(move.owners().get(task)) ? 0 : moveCost);
    }
}
