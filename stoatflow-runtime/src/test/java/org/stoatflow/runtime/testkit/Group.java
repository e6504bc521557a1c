package org.stoatflow.runtime.testkit;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ApiException;
import org.stoatflow.localkafka.TestCluster;

/** Asks for the members and the committed offsets of consumer groups of the shared cluster. */
public final class Group {
    private static final long LIMIT_S = 120;

    private Group() {}

    /** Committed offsets of an application. */
    public static Map<TopicPartition, OffsetAndMetadata> committed(String applicationId) {
        return answer(TestCluster.shared()
                .admin()
                .listConsumerGroupOffsets(applicationId)
                .partitionsToOffsetAndMetadata());
    }

    /** Which protocol an application's group is of. */
    public static GroupType type(String applicationId) {
        return answer(TestCluster.shared().admin().listGroups().valid()).stream()
                .filter(group -> group.groupId().equals(applicationId))
                .flatMap(group -> group.type().stream())
                .findFirst()
                .orElseThrow();
    }

    /** Commits offsets of an application that does not run. */
    public static void commit(String applicationId, Map<TopicPartition, OffsetAndMetadata> offsets) {
        answer(TestCluster.shared()
                .admin()
                .alterConsumerGroupOffsets(applicationId, offsets)
                .all());
    }

    /**
     * Waits until an application has committed all records of the topics, which are in them already: a feed that is not
     * flushed may not have sent any.
     */
    public static void awaitAllCommitted(String applicationId, Collection<String> topics) {
        Map<TopicPartition, Long> ends = Topic.ends(Topic.partitions(topics));
        if (!ends.isEmpty() && ends.values().stream().allMatch(end -> end == 0)) {
            throw new AssertionError(topics + " are empty: there is nothing to commit. Flush the feed first");
        }
        Eventually.await(
                () -> {
                    Map<TopicPartition, OffsetAndMetadata> committed = committed(applicationId);
                    return ends.entrySet().stream()
                            .filter(end -> end.getValue() > 0)
                            .allMatch(end -> committed.get(end.getKey()) != null
                                    && committed.get(end.getKey()).offset() >= end.getValue());
                },
                () -> applicationId + " has not committed all: committed " + committed(applicationId) + ", ends "
                        + ends);
    }

    /** Partitions that members of the application's group own. */
    public static Set<TopicPartition> owned(String applicationId) {
        return members(applicationId).stream()
                .flatMap(member -> member.assignment().topicPartitions().stream())
                .collect(Collectors.toSet());
    }

    /** Members of the application's group. */
    public static Collection<MemberDescription> members(String applicationId) {
        return described(applicationId).members();
    }

    /** Whether the group has so many members, and no rebalance is going on. */
    public static boolean isStable(String applicationId, int members) {
        ConsumerGroupDescription group = described(applicationId);
        return group.members().size() == members && group.groupState() == GroupState.STABLE;
    }

    private static ConsumerGroupDescription described(String applicationId) {
        return answer(TestCluster.shared()
                .admin()
                .describeConsumerGroups(List.of(applicationId))
                .describedGroups()
                .get(applicationId));
    }

    /** Makes an application notice new topics and partitions soon. */
    public static Properties noticingTopics(Properties config) {
        config.put("main.consumer." + ConsumerConfig.METADATA_MAX_AGE_CONFIG, "500");
        return config;
    }

    /** Topics that the application's repartitions go through, in Kafka Streams. */
    public static List<String> repartitionTopics(String applicationId) {
        return answer(TestCluster.shared().admin().listTopics().names()).stream()
                .filter(name -> name.startsWith(applicationId + "-") && name.endsWith("-repartition"))
                .toList();
    }

    /** The answer of an admin request, within a bound. */
    public static <T> T answer(KafkaFuture<T> future) {
        try {
            return future.get(LIMIT_S, TimeUnit.SECONDS);
        } catch (Exception failure) {
            throw new AssertionError("the cluster does not answer", failure);
        }
    }

    /** The same; empty where the cluster answers with this exception. */
    public static <T> Optional<T> answerUnless(KafkaFuture<T> future, Class<? extends ApiException> refusal) {
        try {
            return Optional.of(future.get(LIMIT_S, TimeUnit.SECONDS));
        } catch (Exception failure) {
            if (refusal.isInstance(failure.getCause())) {
                return Optional.empty();
            }
            throw new AssertionError("the cluster does not answer", failure);
        }
    }
}
