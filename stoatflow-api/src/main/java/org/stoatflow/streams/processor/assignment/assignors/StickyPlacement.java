package org.stoatflow.streams.processor.assignment.assignors;

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
import org.stoatflow.streams.processor.assignment.ApplicationState;
import org.stoatflow.streams.processor.assignment.KafkaStreamsAssignment;
import org.stoatflow.streams.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import org.stoatflow.streams.processor.assignment.KafkaStreamsState;
import org.stoatflow.streams.processor.assignment.ProcessId;
import org.stoatflow.streams.processor.assignment.TaskTopicPartition;

/** An assignment in the making, and where its tasks were before. One thread. */
final class StickyPlacement {
    private static final Logger LOG = LoggerFactory.getLogger(StickyPlacement.class);

    private final ApplicationState application;
    private final Map<ProcessId, KafkaStreamsState> states;
    private final Map<TaskId, ProcessId> wereActive = new TreeMap<>();
    private final Map<TaskId, SortedSet<ProcessId>> wereStandby = new TreeMap<>();
    private final Map<ProcessId, KafkaStreamsAssignment> assignments = new TreeMap<>();

    /** Two tasks that some process has both of. Others are preferred, so that not all processes have the same. */
    private final Set<Set<TaskId>> together = new HashSet<>();

    StickyPlacement(ApplicationState application) {
        this.application = application;
        states = new TreeMap<>(application.kafkaStreamsStates(false));
        states.forEach((process, state) -> {
            state.previousActiveTasks().forEach(task -> wereActive.put(task, process));
            state.previousStandbyTasks()
                    .forEach(task -> wereStandby
                            .computeIfAbsent(task, ignored -> new TreeSet<>())
                            .add(process));
            assignments.put(process, KafkaStreamsAssignment.of(process, Set.of()));
        });
    }

    Map<ProcessId, KafkaStreamsAssignment> assignments() {
        return assignments;
    }

    /** @param preserving whether a task stays with the process that had it, however many that has */
    void assignActive(boolean preserving) {
        SortedSet<TaskId> left = new TreeSet<>(application.allTasks().keySet());
        int threads = states.values().stream()
                .mapToInt(KafkaStreamsState::numProcessingThreads)
                .sum();
        int eachThread = left.size() / threads;
        wereActive.forEach((task, process) -> {
            if (left.contains(task) && (preserving || hasRoom(process, eachThread))) {
                give(process, task, AssignedTask.Type.ACTIVE);
                left.remove(task);
            }
        });
        for (TaskId task : new TreeSet<>(left)) {
            for (ProcessId process : wereStandby.getOrDefault(task, new TreeSet<>())) {
                if (left.contains(task) && hasRoom(process, eachThread)) {
                    give(process, task, AssignedTask.Type.ACTIVE);
                    left.remove(task);
                }
            }
        }
        left.forEach(task -> give(best(task, states.keySet()), task, AssignedTask.Type.ACTIVE));
    }

    void assignStandby() {
        int replicas = application.assignmentConfigs().numStandbyReplicas();
        SortedSet<TaskId> stateful = application.allTasks().values().stream()
                .filter(task -> task.topicPartitions().stream().anyMatch(TaskTopicPartition::isChangelog))
                .map(task -> task.id())
                .collect(Collectors.toCollection(TreeSet::new));
        for (TaskId task : stateful) {
            for (int replica = 0; replica < replicas; replica++) {
                Set<ProcessId> without = states.keySet().stream()
                        .filter(process -> !of(process).tasks().containsKey(task))
                        .collect(Collectors.toCollection(TreeSet::new));
                if (without.isEmpty()) {
                    LOG.warn(
                            "{} of {} standby tasks of {} are not assigned: there are too few processes",
                            replicas - replica,
                            replicas,
                            task);
                    break;
                }
                give(best(task, without), task, AssignedTask.Type.STANDBY);
            }
        }
    }

    private void give(ProcessId process, TaskId task, AssignedTask.Type type) {
        KafkaStreamsAssignment assignment = of(process);
        assignment.tasks().keySet().forEach(other -> together.add(Set.of(other, task)));
        assignment.assignTask(new AssignedTask(task, type));
    }

    private boolean hasRoom(ProcessId process, int eachThread) {
        long active = of(process).tasks().values().stream()
                .filter(task -> task.type() == AssignedTask.Type.ACTIVE)
                .count();
        return active < (long) threads(process) * eachThread;
    }

    private ProcessId best(TaskId task, Set<ProcessId> candidates) {
        ProcessId before = wereActive.get(task);
        if (before == null || !candidates.contains(before)) {
            before = leastLoadedStandby(task, candidates);
        }
        if (before != null && isOverloaded(before)) {
            before = leastLoadedStandby(task, candidates);
        }
        ProcessId best = before == null || isOverloaded(before) ? leastLoaded(task, candidates) : before;
        if (best == null) {
            throw new IllegalArgumentException("There is no process that task " + task + " could be assigned to");
        }
        return best;
    }

    private @Nullable ProcessId leastLoadedStandby(TaskId task, Set<ProcessId> candidates) {
        SortedSet<ProcessId> had = new TreeSet<>(wereStandby.getOrDefault(task, new TreeSet<>()));
        had.retainAll(candidates);
        return leastLoaded(task, had);
    }

    private @Nullable ProcessId leastLoaded(TaskId task, Set<ProcessId> candidates) {
        ProcessId unlike = leastLoaded(candidates, process -> load(process) == 0 || hasNewNeighbour(task, process));
        return unlike == null ? leastLoaded(candidates, process -> true) : unlike;
    }

    private @Nullable ProcessId leastLoaded(Set<ProcessId> candidates, Predicate<ProcessId> wanted) {
        ProcessId least = null;
        for (ProcessId process : candidates) {
            if (wanted.test(process) && (least == null || load(process) < load(least))) {
                least = process;
            }
        }
        return least;
    }

    private boolean hasNewNeighbour(TaskId task, ProcessId process) {
        return of(process).tasks().keySet().stream()
                .anyMatch(other -> !other.equals(task) && !together.contains(Set.of(other, task)));
    }

    /** Whether each of its threads has a task or more, and another process has less to do. */
    private boolean isOverloaded(ProcessId process) {
        double load = load(process);
        return load >= 1 && states.keySet().stream().anyMatch(other -> load(other) < load);
    }

    private double load(ProcessId process) {
        return (double) of(process).tasks().size() / threads(process);
    }

    private int threads(ProcessId process) {
        KafkaStreamsState state = states.get(process);
        return state == null ? 1 : state.numProcessingThreads();
    }

    private KafkaStreamsAssignment of(ProcessId process) {
        return assignments.computeIfAbsent(process, id -> KafkaStreamsAssignment.of(id, Set.of()));
    }
}
