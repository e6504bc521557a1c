package org.stoatflow.memorykafka;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * The part of Kafka's {@code Admin} that the engine needs, as plain calls. Each may throw a {@code TimeoutException}
 * without effect; nothing is retried inside.
 */
public interface ClusterAdmin extends AutoCloseable {
    /** {@code default.api.timeout.ms} as Kafka has it. */
    Duration API_TIMEOUT = Duration.ofMinutes(1);

    /** A group as {@code describeConsumerGroups} shows it. */
    record GroupView(String groupId, String state, List<MemberView> members) {}

    /** One member of a group. */
    record MemberView(String memberId, String clientId, String groupInstanceId, Set<TopicPartition> assignment) {}

    /** Whether a call would be answered now; takes no time. */
    boolean isReachable();

    /** The client's thread has ended by an {@code Error}: no call is answered any more. */
    void loseThread();

    /** Whether {@link #loseThread} was called. */
    boolean hasLostThread();

    Set<String> topicNames();

    /** The partition counts of those of the topics that exist, asked for the default time. */
    default Map<String, Integer> partitionCounts(Collection<String> topics) {
        return partitionCounts(topics, API_TIMEOUT);
    }

    /** The partition counts of those of the topics that exist. */
    Map<String, Integer> partitionCounts(Collection<String> topics, Duration within);

    /**
     * Creates the topics in turn.
     *
     * @throws org.apache.kafka.common.errors.TopicExistsException if one exists; those before it have been created
     */
    void createTopics(Collection<NewTopic> topics);

    /**
     * The configuration that the topic was created with.
     *
     * @throws org.apache.kafka.common.errors.UnknownTopicOrPartitionException if there is no such topic
     */
    Map<String, String> topicConfig(String topic);

    Map<TopicPartition, Long> earliestOffsets(Collection<TopicPartition> partitions);

    Map<TopicPartition, Long> latestOffsets(Collection<TopicPartition> partitions, IsolationLevel isolation);

    /** Deletes what lies before the offsets. */
    void deleteRecords(Map<TopicPartition, Long> beforeOffsets);

    Set<String> groups();

    GroupView describeGroup(String groupId);

    @Override
    void close();
}
