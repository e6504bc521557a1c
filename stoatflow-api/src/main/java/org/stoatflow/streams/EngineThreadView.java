package org.stoatflow.streams;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.spi.ClientIds;
import org.stoatflow.spi.GroupView;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.processor.internals.StreamThread;

/** The engine as one stream thread, as in its metrics. */
record EngineThreadView(String threadState, String threadName, String clientId, Set<TaskMetadata> activeTasks)
        implements ThreadMetadata {
    static EngineThreadView of(KafkaStreams.State state, String clientId, Optional<GroupView> group) {
        StreamThread.State threadState = switch (state) {
            case CREATED -> StreamThread.State.CREATED;
            case REBALANCING -> StreamThread.State.PARTITIONS_ASSIGNED;
            case RUNNING -> StreamThread.State.RUNNING;
            case PENDING_SHUTDOWN, PENDING_ERROR -> StreamThread.State.PENDING_SHUTDOWN;
            case NOT_RUNNING, ERROR -> StreamThread.State.DEAD;
        };
        Set<TaskMetadata> tasks = group.filter(GroupView::isOwner)
                .map(known -> known.tasks().entrySet().stream()
                        .map(task -> (TaskMetadata) new Task(task.getKey(), task.getValue()))
                        .collect(Collectors.toUnmodifiableSet()))
                .orElse(Set.of());
        return new EngineThreadView(threadState.name(), new ClientIds(clientId).thread(), clientId, tasks);
    }

    /** A virtual partition of a stage. */
    private record Task(TaskId taskId, Set<TopicPartition> topicPartitions) implements TaskMetadata {
        @Override
        public Map<TopicPartition, Long> committedOffsets() {
            return unknown();
        }

        @Override
        public Map<TopicPartition, Long> endOffsets() {
            return unknown();
        }

        /** What Kafka Streams says before it knows. */
        private Map<TopicPartition, Long> unknown() {
            return topicPartitions.stream().collect(Collectors.toUnmodifiableMap(source -> source, source -> -1L));
        }

        @Override
        public Optional<Long> timeCurrentIdlingStarted() {
            return Optional.empty();
        }

        /** As in Kafka Streams. */
        @Override
        public String toString() {
            return "TaskMetadata{taskId=" + taskId + ", topicPartitions=" + topicPartitions + ", committedOffsets="
                    + committedOffsets() + ", endOffsets=" + endOffsets() + ", timeCurrentIdlingStarted="
                    + timeCurrentIdlingStarted() + "}";
        }
    }

    @Override
    public Set<TaskMetadata> standbyTasks() {
        return Set.of();
    }

    @Override
    public String consumerClientId() {
        return new ClientIds(clientId).consumer();
    }

    @Override
    public String restoreConsumerClientId() {
        return new ClientIds(clientId).restoreConsumer();
    }

    @Override
    public Set<String> producerClientIds() {
        return Set.of(new ClientIds(clientId).producer(0));
    }

    @Override
    public String adminClientId() {
        return new ClientIds(clientId).admin();
    }

    /** As in Kafka Streams. */
    @Override
    public String toString() {
        return "ThreadMetadata{threadName=" + threadName + ", threadState=" + threadState + ", activeTasks="
                + activeTasks + ", standbyTasks=" + standbyTasks() + ", consumerClientId=" + consumerClientId()
                + ", restoreConsumerClientId=" + restoreConsumerClientId() + ", producerClientIds="
                + producerClientIds() + ", adminClientId=" + adminClientId() + "}";
    }
}
