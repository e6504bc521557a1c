package org.stoatflow.tools.reset;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.stoatflow.runtime.cluster.AdminRequests;

/** The topics of the cluster. Its answers are waited for no longer than a limit. */
final class Cluster implements AutoCloseable {
    private final Admin admin;
    private final String brokers;
    private final AdminRequests requests;

    private Cluster(Admin admin, String brokers, Duration limit) {
        this.admin = admin;
        this.brokers = brokers;
        this.requests = new AdminRequests(admin, brokers, limit);
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

    AdminRequests requests() {
        return requests;
    }

    Set<String> topics() {
        return requests.answer(admin.listTopics().names(), "listing topics");
    }

    /** The partitions of topics that are there. */
    List<TopicPartition> partitions(Collection<String> topics) {
        Collection<TopicDescription> described = requests.answer(
                        admin.describeTopics(topics).allTopicNames(), "describing topics " + topics)
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
                requests.answer(admin.listOffsets(asked).all(), "listing the " + what + " of " + partitions);
        Map<TopicPartition, Long> offsets = new HashMap<>();
        found.forEach((partition, offset) -> offsets.put(partition, offset.offset()));
        return offsets;
    }

    /** Deletes a topic, if it is there, and waits until the brokers no longer list it. */
    void delete(String topic) {
        requests.answerUnless(
                admin.deleteTopics(List.of(topic)).all(),
                "deleting topic " + topic,
                UnknownTopicOrPartitionException.class);
        requests.await(
                () -> !topics().contains(topic),
                "Topic " + topic + " is deleted and still listed by " + brokers,
                requests.limit());
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO); // what is not answered by now has failed already
    }
}
