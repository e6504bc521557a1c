package org.stoatflow.streams;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.spi.ClientIds;
import org.stoatflow.spi.GroupView;
import org.stoatflow.spi.SourceProgress;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.processor.internals.StreamThread;

/** The engine as one stream thread, as in its metrics. */
record EngineThreadView(String threadState, String threadName, String clientId, Set<TaskMetadata> activeTasks)
        implements ThreadMetadata {
    static EngineThreadView of(
            KafkaStreams.State state, String clientId, Optional<GroupView> group, SourceProgress sources) {
        StreamThread.State threadState = switch (state) {
            case CREATED -> StreamThread.State.CREATED;
            case REBALANCING -> StreamThread.State.PARTITIONS_ASSIGNED;
            case RUNNING -> StreamThread.State.RUNNING;
            case PENDING_SHUTDOWN, PENDING_ERROR -> StreamThread.State.PENDING_SHUTDOWN;
            case NOT_RUNNING, ERROR -> StreamThread.State.DEAD;
        };
        Set<TaskMetadata> tasks = group.filter(GroupView::isOwner)
                .map(known -> known.tasks().entrySet().stream()
                        .map(task -> (TaskMetadata) Task.of(task.getKey(), task.getValue(), sources))
                        .collect(Collectors.toUnmodifiableSet()))
                .orElse(Set.of());
        return new EngineThreadView(threadState.name(), new ClientIds(clientId).thread(), clientId, tasks);
    }

    /** A virtual partition of a stage. */
    private record Task(
            TaskId taskId,
            Set<TopicPartition> topicPartitions,
            Map<TopicPartition, Long> committedOffsets,
            Map<TopicPartition, Long> endOffsets)
            implements TaskMetadata {
        static Task of(TaskId id, Set<TopicPartition> partitions, SourceProgress sources) {
            return new Task(
                    id,
                    partitions,
                    new PresentOffsets(partitions, sources::committed),
                    new PresentOffsets(partitions, sources::polled));
        }

        /** As in Kafka Streams: what was asked for earlier equals what is asked for now. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Task task
                    && taskId.equals(task.taskId)
                    && topicPartitions.equals(task.topicPartitions);
        }

        @Override
        public int hashCode() {
            return Objects.hash(taskId, topicPartitions);
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

    /** Offsets as they are when they are read: as in Kafka Streams, who keeps the map sees them grow. */
    private static final class PresentOffsets extends AbstractMap<TopicPartition, Long> {
        private final Set<TopicPartition> partitions;
        private final ToLongFunction<TopicPartition> offset;

        PresentOffsets(Set<TopicPartition> partitions, ToLongFunction<TopicPartition> offset) {
            this.partitions = partitions;
            this.offset = offset;
        }

        @Override
        public Set<Map.Entry<TopicPartition, Long>> entrySet() {
            return partitions.stream()
                    .map(partition -> Map.entry(partition, offset.applyAsLong(partition)))
                    .collect(Collectors.toUnmodifiableSet());
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
