package org.stoatflow.differential;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.processor.assignment.ApplicationState;
import org.stoatflow.streams.processor.assignment.AssignmentConfigs;
import org.stoatflow.streams.processor.assignment.KafkaStreamsAssignment;
import org.stoatflow.streams.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import org.stoatflow.streams.processor.assignment.KafkaStreamsState;
import org.stoatflow.streams.processor.assignment.ProcessId;
import org.stoatflow.streams.processor.assignment.TaskAssignmentUtils;
import org.stoatflow.streams.processor.assignment.TaskAssignmentUtils.RackAwareOptimizationParams;
import org.stoatflow.streams.processor.assignment.TaskAssignor.TaskAssignment;
import org.stoatflow.streams.processor.assignment.TaskInfo;
import org.stoatflow.streams.processor.assignment.TaskTopicPartition;
import org.stoatflow.streams.processor.assignment.assignors.StickyTaskAssignor;
import org.stoatflow.streams.state.HostInfo;

/** Random applications and what assignors make of them; runs on both libraries, see {@link Programs}. */
public final class Assignments {
    private static final int TRAFFIC = 3;
    private static final int MOVE = 2;

    private final Random random;
    private final Map<ProcessId, KafkaStreamsState> states = new TreeMap<>();
    private final Map<TaskId, TaskInfo> tasks = new TreeMap<>();
    private final int replicas;
    private final boolean tagged;
    private final String strategy;

    private Assignments(long seed) {
        random = new Random(seed);
        replicas = random.nextInt(3);
        // with tags, Kafka Streams assigns one standby where none is asked for
        tagged = replicas > 0 && random.nextInt(3) == 0;
        strategy = List.of("none", "min_traffic", "balance_subtopology").get(random.nextInt(3));
        int subtopologies = 1 + random.nextInt(3);
        for (int subtopology = 0; subtopology < subtopologies; subtopology++) {
            boolean stateful = random.nextBoolean();
            int partitions = 1 + random.nextInt(5);
            for (int partition = 0; partition < partitions; partition++) {
                TaskId id = new TaskId(subtopology, partition);
                tasks.put(id, new Task(id, stateful, partitions(id, stateful)));
            }
        }
        int processes = 1 + random.nextInt(4);
        List<SortedSet<TaskId>> active = new ArrayList<>();
        List<SortedSet<TaskId>> standby = new ArrayList<>();
        for (int process = 0; process < processes; process++) {
            active.add(new TreeSet<>());
            standby.add(new TreeSet<>());
        }
        for (TaskId task : tasks.keySet()) {
            int owner = random.nextInt(processes);
            active.get(owner).add(task);
            int other = random.nextInt(processes);
            if (other != owner && tasks.get(task).isStateful()) {
                standby.get(other).add(task);
            }
        }
        for (int process = 0; process < processes; process++) {
            ProcessId id = new ProcessId(new UUID(0, process));
            states.put(
                    id,
                    new State(id, 1 + random.nextInt(3), active.get(process), standby.get(process), rack(), tags()));
        }
    }

    private String rack() {
        return "rack-" + random.nextInt(3);
    }

    private Map<String, String> tags() {
        return tagged ? Map.of("zone", "zone-" + random.nextInt(3), "cluster", "c-" + random.nextInt(2)) : Map.of();
    }

    private Set<TaskTopicPartition> partitions(TaskId task, boolean stateful) {
        Set<TaskTopicPartition> partitions = new HashSet<>();
        partitions.add(new Partition(new TopicPartition("in-" + task.subtopology(), task.partition()), false, rack()));
        if (stateful) {
            partitions.add(
                    new Partition(new TopicPartition("log-" + task.subtopology(), task.partition()), true, rack()));
        }
        return partitions;
    }

    private record Task(TaskId id, boolean isStateful, Set<TaskTopicPartition> topicPartitions) implements TaskInfo {
        @Override
        public Set<String> stateStoreNames() {
            return isStateful ? Set.of("store") : Set.of();
        }
    }

    private record Partition(TopicPartition topicPartition, boolean isChangelog, String rack)
            implements TaskTopicPartition {
        @Override
        public boolean isSource() {
            return !isChangelog;
        }

        @Override
        public Optional<Set<String>> rackIds() {
            return Optional.of(Set.of(rack));
        }
    }

    private record State(
            ProcessId processId,
            int numProcessingThreads,
            SortedSet<TaskId> previousActiveTasks,
            SortedSet<TaskId> previousStandbyTasks,
            String rack,
            Map<String, String> clientTags)
            implements KafkaStreamsState {
        @Override
        public SortedSet<String> consumerClientIds() {
            return new TreeSet<>();
        }

        @Override
        public long lagFor(TaskId task) {
            return 0;
        }

        @Override
        public SortedSet<TaskId> prevTasksByLag(String consumerClientId) {
            return new TreeSet<>();
        }

        @Override
        public Map<TaskId, Long> statefulTasksToLagSums() {
            return Map.of();
        }

        @Override
        public Optional<HostInfo> hostInfo() {
            return Optional.empty();
        }

        @Override
        public Optional<String> rackId() {
            return Optional.of(rack);
        }
    }

    private ApplicationState application() {
        return new ApplicationState() {
            @Override
            public Map<ProcessId, KafkaStreamsState> kafkaStreamsStates(boolean computeTaskLags) {
                return states;
            }

            @Override
            public AssignmentConfigs assignmentConfigs() {
                return new AssignmentConfigs(
                        10_000L,
                        2,
                        replicas,
                        600_000L,
                        tagged ? List.of("zone", "cluster") : List.of(),
                        OptionalInt.of(TRAFFIC),
                        OptionalInt.of(MOVE),
                        strategy);
            }

            @Override
            public Map<TaskId, TaskInfo> allTasks() {
                return tasks;
            }
        };
    }

    /** What is the same whichever of equally good assignments is chosen. */
    public static List<String> outcomes(long seed) {
        Assignments given = new Assignments(seed);
        ApplicationState application = given.application();
        List<String> seen = new ArrayList<>();
        Map<ProcessId, KafkaStreamsAssignment> before = TaskAssignmentUtils.identityAssignment(application);
        seen.add("before " + given.text(before));
        seen.add("valid " + validity(application, before));
        given.spoil(application, seen);

        Map<ProcessId, KafkaStreamsAssignment> active = given.activeBefore();
        TaskAssignmentUtils.optimizeRackAwareActiveTasks(RackAwareOptimizationParams.of(application), active);
        seen.add("optimized costs " + given.cost(active) + " with " + given.counts(active));
        TaskAssignmentUtils.defaultStandbyTaskAssignment(application, active);
        seen.add("standbys " + given.standbys(active) + " " + validity(application, active));

        for (boolean preserving : List.of(false, true)) {
            Map<ProcessId, KafkaStreamsAssignment> sticky = new HashMap<>();
            new StickyTaskAssignor(preserving)
                    .assign(application)
                    .assignment()
                    .forEach(assignment -> sticky.put(assignment.processId(), assignment));
            seen.add("sticky " + validity(application, sticky) + " " + given.standbys(sticky) + " "
                    + sticky.values().stream()
                            .filter(assignment ->
                                    assignment.followupRebalanceDeadline().isPresent())
                            .count());
            if (preserving) {
                seen.add("preserved " + given.counts(sticky));
            }
        }
        return seen;
    }

    private void spoil(ApplicationState application, List<String> seen) {
        ProcessId first = states.keySet().iterator().next();
        for (int kind = 0; kind < 5; kind++) {
            Map<ProcessId, KafkaStreamsAssignment> spoilt = TaskAssignmentUtils.identityAssignment(application);
            KafkaStreamsAssignment assignment = spoilt.get(first);
            TaskId stateless = tasks.values().stream()
                    .filter(task -> !task.isStateful())
                    .map(TaskInfo::id)
                    .findFirst()
                    .orElse(null);
            switch (kind) {
                case 0 -> assignment.assignTask(new AssignedTask(new TaskId(9, 9), AssignedTask.Type.ACTIVE));
                case 1 ->
                    tasks.keySet().forEach(id -> assignment.assignTask(new AssignedTask(id, AssignedTask.Type.ACTIVE)));
                case 2 -> {
                    if (stateless != null) {
                        assignment.assignTask(new AssignedTask(stateless, AssignedTask.Type.STANDBY));
                    }
                }
                case 3 -> spoilt.remove(first);
                default -> {
                    ProcessId unknown = new ProcessId(new UUID(1, 1));
                    spoilt.put(unknown, KafkaStreamsAssignment.of(unknown, Set.of()));
                }
            }
            seen.add("spoilt " + kind + " " + validity(application, spoilt));
        }
    }

    private Map<ProcessId, KafkaStreamsAssignment> activeBefore() {
        Map<ProcessId, KafkaStreamsAssignment> assignments = new HashMap<>();
        states.forEach((process, state) -> {
            Set<AssignedTask> active = new HashSet<>();
            state.previousActiveTasks().forEach(id -> active.add(new AssignedTask(id, AssignedTask.Type.ACTIVE)));
            assignments.put(process, KafkaStreamsAssignment.of(process, active));
        });
        return assignments;
    }

    private static String validity(ApplicationState application, Map<ProcessId, KafkaStreamsAssignment> assignments) {
        return TaskAssignmentUtils.validateTaskAssignment(application, new TaskAssignment(assignments.values()))
                .name();
    }

    private String text(Map<ProcessId, KafkaStreamsAssignment> assignments) {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(assignments)
                .forEach((process, assignment) -> new TreeMap<>(assignment.tasks())
                        .forEach((id, task) -> text.append(process.id())
                                .append(id)
                                .append(task.type())
                                .append(' ')));
        return text.toString();
    }

    private Map<UUID, Integer> counts(Map<ProcessId, KafkaStreamsAssignment> assignments) {
        Map<UUID, Integer> counts = new TreeMap<>();
        assignments.forEach((process, assignment) -> counts.put(process.id(), (int) assignment.tasks().values().stream()
                .filter(task -> task.type() == AssignedTask.Type.ACTIVE)
                .count()));
        return counts;
    }

    private Map<String, Integer> standbys(Map<ProcessId, KafkaStreamsAssignment> assignments) {
        Map<String, Integer> counts = new TreeMap<>();
        assignments
                .values()
                .forEach(assignment -> assignment.tasks().values().stream()
                        .filter(task -> task.type() == AssignedTask.Type.STANDBY)
                        .forEach(task -> counts.merge(task.id().toString(), 1, Integer::sum)));
        return counts;
    }

    private long cost(Map<ProcessId, KafkaStreamsAssignment> assignments) {
        long cost = 0;
        for (KafkaStreamsAssignment assignment : assignments.values()) {
            State state = (State) states.get(assignment.processId());
            for (TaskId id : assignment.tasks().keySet()) {
                cost += state.previousActiveTasks().contains(id) ? 0 : MOVE;
                for (TaskTopicPartition partition : tasks.get(id).topicPartitions()) {
                    cost += partition.rackIds().orElseThrow().contains(state.rack()) ? 0 : TRAFFIC;
                }
            }
        }
        return cost;
    }
}
