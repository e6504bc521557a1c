package org.stoatflow.tools.reset;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** The topics of the cluster, and how its answers are waited for: not longer than a limit. */
final class Cluster implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final Admin admin;
    private final String brokers;
    private final Duration limit;

    private Cluster(Admin admin, String brokers, Duration limit) {
        this.admin = admin;
        this.brokers = brokers;
        this.limit = limit;
    }

    /** @param limit how long the cluster may take for one request, and for what comes of it */
    static Cluster of(ResetOptions options, Duration limit) {
        try {
            return new Cluster(Admin.create(options.client()), options.brokers(), limit);
        } catch (KafkaException failure) {
            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
            throw new ResetFailure(
                    "No client for the brokers " + options.brokers() + ": " + cause.getMessage()
                            + ". Check --bootstrap-server and --command-config",
                    failure);
        }
    }

    Admin admin() {
        return admin;
    }

    /** The result of a request. {@code action} says of what, after "the brokers failed at". */
    <T> T answer(KafkaFuture<T> future, String action) {
        try {
            return answerOrCause(future, action);
        } catch (ExecutionException failure) {
            throw failed(action, failure.getCause());
        }
    }

    /** The same, for callers who know what some causes mean. */
    <T> T answerOrCause(KafkaFuture<T> future, String action) throws ExecutionException {
        try {
            return future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            throw new ResetFailure(
                    "No answer from " + brokers + " within " + limit.toSeconds() + " s: " + action
                            + ". Check --bootstrap-server, and that the brokers are up; then run it again",
                    late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ResetFailure("Interrupted: " + action, interrupted);
        }
    }

    ResetFailure failed(String action, @Nullable Throwable cause) {
        return new ResetFailure("Failed on " + brokers + ": " + action + ": " + cause, cause);
    }

    /** Waits until something holds; {@code otherwise} is the failure's message. */
    void await(BooleanSupplier condition, String otherwise) {
        await(condition, otherwise, limit);
    }

    void await(BooleanSupplier condition, String otherwise, Duration longest) {
        long endNs = System.nanoTime() + longest.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - endNs >= 0) {
                throw new ResetFailure(otherwise + " after " + longest.toSeconds() + " s. Run it again");
            }
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new ResetFailure("Interrupted: " + otherwise, interrupted);
            }
        }
    }

    Set<String> topics() {
        return answer(admin.listTopics().names(), "list topics");
    }

    /** The partitions of topics that are there. */
    List<TopicPartition> partitions(Collection<String> topics) {
        Collection<TopicDescription> described = answer(
                        admin.describeTopics(topics).allTopicNames(), "describe topics " + topics)
                .values();
        return described.stream()
                .flatMap(topic -> topic.partitions().stream()
                        .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                .sorted(Partitions.ORDER)
                .toList();
    }

    Map<TopicPartition, OffsetRange> ranges(Collection<TopicPartition> partitions) {
        Map<TopicPartition, Long> earliest = offsets(partitions, OffsetSpec.earliest(), "earliest offsets");
        Map<TopicPartition, Long> latest = offsets(partitions, OffsetSpec.latest(), "latest offsets");
        Map<TopicPartition, OffsetRange> ranges = new TreeMap<>(Partitions.ORDER);
        for (TopicPartition partition : partitions) {
            long first = Objects.requireNonNull(earliest.get(partition));
            long end = Objects.requireNonNull(latest.get(partition));
            ranges.put(partition, new OffsetRange(first, end));
        }
        return ranges;
    }

    /** Of each partition the first offset whose record is not older; negative where there is none. */
    Map<TopicPartition, Long> offsetsFrom(Collection<TopicPartition> partitions, long timeMs) {
        return offsets(partitions, OffsetSpec.forTimestamp(timeMs), "offsets from a time on");
    }

    private Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, OffsetSpec which, String what) {
        Map<TopicPartition, OffsetSpec> asked =
                partitions.stream().collect(Collectors.toMap(partition -> partition, any -> which));
        Map<TopicPartition, ListOffsetsResultInfo> found =
                answer(admin.listOffsets(asked).all(), "list the " + what + " of " + partitions);
        Map<TopicPartition, Long> offsets = new HashMap<>();
        found.forEach((partition, offset) -> offsets.put(partition, offset.offset()));
        return offsets;
    }

    /** Deletes a topic, if it is there, and waits until the brokers no longer list it. */
    void delete(String topic) {
        String action = "delete topic " + topic;
        try {
            answerOrCause(admin.deleteTopics(List.of(topic)).all(), action);
        } catch (ExecutionException failure) {
            if (!(failure.getCause() instanceof UnknownTopicOrPartitionException)) {
                throw failed(action, failure.getCause());
            }
        }
        await(() -> !topics().contains(topic), "Topic " + topic + " is deleted and still listed by " + brokers);
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO); // what is not answered by now has failed already
    }
}
