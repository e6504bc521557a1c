package org.stoatflow.localkafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Topics of a cluster, through its admin client. */
final class Topics {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private Topics() {}

    /** Creates the topic with the cluster's default replication, and waits until each partition has a leader. */
    static void create(Admin admin, String name, int partitions, Map<String, String> settings) {
        NewTopic topic = new NewTopic(name, Optional.of(partitions), Optional.empty()).configs(settings);
        result(admin.createTopics(List.of(topic)).all(), "creating topic " + name);
        Await.until(
                () -> hasLeaders(admin, name, partitions) && areServed(admin, name, partitions),
                LIMIT,
                () -> "topic " + name + " has no leader for each of its " + partitions + " partitions after "
                        + LIMIT.toSeconds() + " s");
    }

    /** Deletes all topics whose names are so; one that is gone meanwhile is no failure. */
    static void delete(Admin admin, Predicate<String> names) {
        List<String> topics = result(admin.listTopics().names(), "listing topics").stream()
                .filter(names)
                .toList();
        admin.deleteTopics(topics).topicNameValues().forEach((topic, deleted) -> {
            try {
                result(deleted, "deleting topic " + topic);
            } catch (LocalKafkaException failure) {
                if (!(failure.getCause() instanceof ExecutionException answer)
                        || !(answer.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw failure;
                }
            }
        });
    }

    /**
     * Whether the leaders take requests. The cluster names a leader a moment before it takes requests. A producer whose
     * first batch is refused then, and whose second is taken, fails for good (OUT_OF_ORDER_SEQUENCE).
     */
    private static boolean areServed(Admin admin, String name, int partitions) {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            asked.put(new TopicPartition(name, partition), OffsetSpec.latest());
        }
        try {
            admin.listOffsets(asked).all().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            return true;
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof RetriableException) {
                return false;
            }
            throw new LocalKafkaException(
                    "listing offsets of topic " + name + " failed: " + failure.getCause(), failure);
        } catch (TimeoutException failure) {
            throw new LocalKafkaException("no offsets of topic " + name + " in " + LIMIT.toSeconds() + " s", failure);
        } catch (InterruptedException interrupted) {
            throw stopped("listing offsets of topic " + name, interrupted);
        }
    }

    private static boolean hasLeaders(Admin admin, String name, int partitions) {
        try {
            return admin
                    .describeTopics(List.of(name))
                    .allTopicNames()
                    .get(LIMIT.toSeconds(), TimeUnit.SECONDS)
                    .values()
                    .stream()
                    .map(TopicDescription::partitions)
                    .allMatch(known ->
                            known.size() == partitions && known.stream().allMatch(p -> p.leader() != null));
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof UnknownTopicOrPartitionException) {
                return false; // another broker may answer, which has not heard of it
            }
            throw new LocalKafkaException("describing topic " + name + " failed: " + failure.getCause(), failure);
        } catch (TimeoutException failure) {
            throw new LocalKafkaException(
                    "no description of topic " + name + " in " + LIMIT.toSeconds() + " s", failure);
        } catch (InterruptedException interrupted) {
            throw stopped("describing topic " + name, interrupted);
        }
    }

    private static <T> T result(KafkaFuture<T> future, String action) {
        try {
            return future.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException failure) {
            throw new LocalKafkaException(action + " failed: " + failure.getCause(), failure);
        } catch (TimeoutException failure) {
            throw new LocalKafkaException(action + " took more than " + LIMIT.toSeconds() + " s", failure);
        } catch (InterruptedException interrupted) {
            throw stopped(action, interrupted);
        }
    }

    private static LocalKafkaException stopped(String action, InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return new LocalKafkaException("interrupted while " + action, interrupted);
    }
}
