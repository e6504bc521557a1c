package org.stoatflow.streams.processor.assignment;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.processor.assignment.KafkaStreamsAssignment.AssignedTask;

/**
 * Assigns standby tasks: each to the process with the least tasks for each thread that has not got the task yet. Where
 * there are rack-aware tags, first to processes whose tags differ from those of the processes that have the task.
 */
final class StandbyTasks {
    private static final Logger LOG = LoggerFactory.getLogger(StandbyTasks.class);

    private final Map<ProcessId, KafkaStreamsState> states;
    private final Map<ProcessId, KafkaStreamsAssignment> assignments;
    private final Set<String> tags;
    private final int replicas;

    /** How many values there are of each tag, and which. */
    private final Map<String, Set<String>> valuesOfTag = new HashMap<>();

    StandbyTasks(ApplicationState application, Map<ProcessId, KafkaStreamsAssignment> assignments) {
        states = new TreeMap<>(application.kafkaStreamsStates(false));
        this.assignments = assignments;
        tags = new HashSet<>(application.assignmentConfigs().rackAwareAssignmentTags());
        replicas = application.assignmentConfigs().numStandbyReplicas();
        states.values()
                .forEach(state -> state.clientTags()
                        .forEach((tag, value) -> valuesOfTag
                                .computeIfAbsent(tag, ignored -> new HashSet<>())
                                .add(value)));
    }

    void assign(Collection<TaskInfo> tasks) {
        SortedSet<TaskId> stateful = tasks.stream()
                .filter(task -> task.topicPartitions().stream().anyMatch(TaskTopicPartition::isChangelog))
                .map(TaskInfo::id)
                .collect(Collectors.toCollection(TreeSet::new));
        Map<TaskId, Integer> missing = new TreeMap<>();
        for (TaskId task : stateful) {
            missing.put(task, tags.isEmpty() ? replicas : replicas - assignByTags(task));
        }
        missing.forEach(this::assignByLoad);
    }

    private void assignByLoad(TaskId task, int wanted) {
        for (int left = wanted; left > 0; left--) {
            ProcessId process = leastLoaded(task, candidate -> true);
            if (process == null) {
                LOG.warn(
                        "{} of {} standby tasks of {} are not assigned: there are too few processes",
                        left,
                        replicas,
                        task);
                return;
            }
            give(process, task);
        }
    }

    /** Assigns what processes with other tags can take, and returns how many that are. */
    private int assignByTags(TaskId task) {
        ProcessId last = activeProcess(task);
        int assigned = 0;
        Map<String, Set<String>> used = new HashMap<>();
        while (last != null && assigned < replicas) {
            use(last, assigned + 1, used);
            last = leastLoaded(task, process -> !isUsed(process, used));
            if (last != null) {
                give(last, task);
                assigned++;
            }
        }
        return assigned;
    }

    private @Nullable ProcessId activeProcess(TaskId task) {
        return assignments.values().stream()
                .filter(assignment -> {
                    AssignedTask assigned = assignment.tasks().get(task);
                    return assigned != null && assigned.type() == AssignedTask.Type.ACTIVE;
                })
                .map(KafkaStreamsAssignment::processId)
                .findFirst()
                .orElse(null);
    }

    /**
     * Notes the values of the process's tags. Where the processes are as many as a tag has values, its values may be
     * used again.
     */
    private void use(ProcessId process, int processes, Map<String, Set<String>> used) {
        KafkaStreamsState state = states.get(process);
        if (state == null) {
            return;
        }
        state.clientTags().forEach((tag, value) -> {
            if (!tags.contains(tag)) {
                LOG.warn("The client tag {} does not count: it is not among the rack-aware tags {}", tag, tags);
            } else if (valuesOfTag.getOrDefault(tag, Set.of()).size() <= processes) {
                used.remove(tag);
            } else {
                used.computeIfAbsent(tag, ignored -> new HashSet<>()).add(value);
            }
        });
    }

    private boolean isUsed(ProcessId process, Map<String, Set<String>> used) {
        KafkaStreamsState state = states.get(process);
        return state != null
                && state.clientTags().entrySet().stream()
                        .anyMatch(
                                tag -> used.getOrDefault(tag.getKey(), Set.of()).contains(tag.getValue()));
    }

    private @Nullable ProcessId leastLoaded(TaskId task, Predicate<ProcessId> wanted) {
        return states.keySet().stream()
                .filter(process -> !assignmentOf(process).tasks().containsKey(task))
                .filter(wanted)
                .min(Comparator.comparingDouble(this::load).thenComparing(Comparator.naturalOrder()))
                .orElse(null);
    }

    private double load(ProcessId process) {
        KafkaStreamsState state = states.get(process);
        return state == null ? 0 : (double) assignmentOf(process).tasks().size() / state.numProcessingThreads();
    }

    private void give(ProcessId process, TaskId task) {
        assignmentOf(process).assignTask(new AssignedTask(task, AssignedTask.Type.STANDBY));
    }

    private KafkaStreamsAssignment assignmentOf(ProcessId process) {
        return assignments.computeIfAbsent(process, id -> KafkaStreamsAssignment.of(id, Set.of()));
    }
}
