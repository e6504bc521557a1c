package org.stoatflow.memorykafka;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The admin client of the modelled broker.
 */
final class MemoryAdmin implements ClusterAdmin {
    private static final int PARTITIONS_DEFAULT = 1;

    private final Broker broker;
    private final String clientId;
    private boolean hasLostThread;

    MemoryAdmin(Broker broker, String clientId) {
        this.broker = broker;
        this.clientId = clientId;
    }

    @Override
    public boolean isReachable() {
        return !hasLostThread && broker.network.isUp();
    }

    @Override
    public void loseThread() {
        hasLostThread = true;
    }

    @Override
    public boolean hasLostThread() {
        return hasLostThread;
    }

    @Override
    public Set<String> topicNames() {
        reach();
        return Set.copyOf(broker.topics().keySet());
    }

    @Override
    public Map<String, Integer> partitionCounts(Collection<String> topics, Duration within) {
        reach(within);
        Map<String, Integer> counts = new HashMap<>();
        for (String name : topics) {
            Topic topic = broker.topics().get(name);
            if (topic != null) {
                counts.put(name, topic.partitionCount());
            }
        }
        return counts;
    }

    @Override
    public void createTopics(Collection<NewTopic> topics) {
        reach();
        for (NewTopic topic : topics) {
            int partitions = topic.numPartitions() < 0 ? PARTITIONS_DEFAULT : topic.numPartitions();
            broker.createTopic(topic.name(), partitions, topic.configs() == null ? Map.of() : topic.configs());
        }
    }

    @Override
    public Map<String, String> topicConfig(String name) {
        reach();
        Topic topic = broker.topics().get(name);
        if (topic == null) {
            throw new UnknownTopicOrPartitionException("topic=" + name);
        }
        return topic.config;
    }

    @Override
    public Map<TopicPartition, Long> earliestOffsets(Collection<TopicPartition> partitions) {
        return offsets(partitions, PartitionLog::startOffset);
    }

    @Override
    public Map<TopicPartition, Long> latestOffsets(Collection<TopicPartition> partitions, IsolationLevel isolation) {
        boolean readCommitted = isolation == IsolationLevel.READ_COMMITTED;
        return offsets(partitions, log -> log.endOffset(readCommitted));
    }

    private Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, ToLongFunction<PartitionLog> end) {
        reach();
        Map<TopicPartition, Long> offsets = new HashMap<>();
        partitions.forEach(partition -> offsets.put(partition, end.applyAsLong(requireLog(partition))));
        return offsets;
    }

    @Override
    public void deleteRecords(Map<TopicPartition, Long> beforeOffsets) {
        reach();
        beforeOffsets.forEach((partition, offset) -> requireLog(partition).truncateBefore(offset));
    }

    private PartitionLog requireLog(TopicPartition partition) {
        PartitionLog log = broker.findLog(partition);
        if (log == null) {
            throw new UnknownTopicOrPartitionException("partition=" + partition);
        }
        return log;
    }

    @Override
    public Set<String> groups() {
        reach();
        Set<String> names = new LinkedHashSet<>();
        broker.groups().forEach(group -> names.add(group.name));
        return names;
    }

    @Override
    public GroupView describeGroup(String groupId) {
        reach();
        ConsumerGroup group = broker.group(groupId);
        List<MemberView> members =
                group.members().stream().map(MemoryAdmin::view).toList();
        return new GroupView(groupId, group.phase().name(), members);
    }

    private static MemberView view(GroupMember member) {
        return new MemberView(
                member.id,
                member.options.clientId(),
                member.options.group().instanceId(),
                Set.copyOf(member.assignment));
    }

    private void reach() {
        reach(API_TIMEOUT);
    }

    private void reach(Duration within) {
        broker.catchUp();
        if (hasLostThread) {
            throw new TimeoutException("The AdminClient thread has exited.");
        }
        if (broker.faults.take(clientId, FaultPoint.LOOKUP) == FaultEffect.TIMEOUT_WITHOUT_EFFECT) {
            broker.clock.advanceMs(within.toMillis());
            throw new TimeoutException("the admin call got no answer");
        }
        if (!broker.network.reach(within.toMillis())) {
            throw new TimeoutException("the broker is down");
        }
    }

    @Override
    public void close() {
        // Nothing is held.
    }
}
