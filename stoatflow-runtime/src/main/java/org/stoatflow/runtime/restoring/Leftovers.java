package org.stoatflow.runtime.restoring;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.restore.LogRange;
import org.stoatflow.restore.LogRanges;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.cluster.InternalNames;
import org.stoatflow.runtime.cluster.KafkaClients;
import org.stoatflow.runtime.cluster.LeftoverException;

/**
 * Finds out what an owner before has left in the topics between its sub-topologies (docs/design/040). Where hops have
 * these topics' names, the run reads them to their ends; records in any other are refused. To be called once the
 * committed offsets are read. Owner: the dispatcher's thread.
 */
public final class Leftovers {
    private final Plan plan;
    private final Map<String, Integer> read;
    private final ClusterTopics cluster;
    private final KafkaClients clients;
    private final Duration requestTimeout;
    private final LongSupplier nanos;

    /**
     * @param read the topics that the run reads, with their numbers of partitions: sources and topics of hops
     * @param requestTimeout bound of each request to the brokers, and of the count of records that are left
     * @param nanos a clock that never goes back
     */
    public Leftovers(
            Plan plan,
            Map<String, Integer> read,
            ClusterTopics cluster,
            KafkaClients clients,
            Duration requestTimeout,
            LongSupplier nanos) {
        this.plan = plan;
        this.read = Map.copyOf(read);
        this.cluster = cluster;
        this.clients = clients;
        this.requestTimeout = requestTimeout;
        this.nanos = nanos;
    }

    /**
     * The ends of the partitions of hops' topics that the run reads and that hold anything, behind open transactions,
     * too. Of a log whose records are all deleted nothing would come, so nothing must wait for it.
     */
    public Map<TopicPartition, Long> endsOfHops() {
        Set<TopicPartition> partitions = new HashSet<>();
        plan.hopEnds().forEach(end -> {
            String topic = end.hop().topic();
            addPartitions(topic, read.getOrDefault(topic, 0), partitions);
        });
        Map<TopicPartition, Long> ends = new HashMap<>();
        ranges(partitions).forEach((partition, range) -> {
            if (range.begin() < range.end()) {
                ends.put(partition, range.end());
            }
        });
        return ends;
    }

    /**
     * Makes sure that no records are left in topics that the run does not read.
     *
     * @param group answers with the group's committed offsets
     * @throws LeftoverException naming the topic, the partition, how many records, and what to do
     */
    public void requireNoOthers(Consumer<?, ?> group) {
        Map<String, Integer> others = others();
        Set<TopicPartition> partitions = new HashSet<>();
        others.forEach((topic, count) -> addPartitions(topic, count, partitions));
        if (partitions.isEmpty()) {
            return;
        }
        Map<TopicPartition, OffsetAndMetadata> committed = group.committed(partitions, requestTimeout);
        Set<String> known = new HashSet<>();
        committed.forEach((partition, offset) -> {
            if (offset != null || isOfHop(partition.topic())) {
                known.add(partition.topic()); // others may be of an application whose name begins like this one's
            }
        });
        partitions.removeIf(partition -> !known.contains(partition.topic()));
        refuse(left(partitions, committed), others);
    }

    private List<Leftover> left(Set<TopicPartition> partitions, Map<TopicPartition, OffsetAndMetadata> committed) {
        List<GroupLog> logs = new ArrayList<>();
        ranges(partitions).forEach((partition, range) -> {
            OffsetAndMetadata offset = committed.get(partition);
            logs.add(new GroupLog(partition, range, offset == null ? null : (Long) offset.offset()));
        });
        if (logs.stream().allMatch(GroupLog::isAtEnd)) {
            return List.of();
        }
        try (Consumer<byte[], byte[]> consumer = clients.newRestoreConsumer()) {
            return new LeftoverCounter(consumer, requestTimeout, nanos).count(logs, requestTimeout);
        }
    }

    /** Markers of transactions alone are no records; an open transaction may have some. */
    private void refuse(List<Leftover> left, Map<String, Integer> others) {
        Map<String, List<Leftover>> byTopic = left.stream()
                .collect(Collectors.groupingBy(one -> one.at().partition().topic(), TreeMap::new, Collectors.toList()));
        byTopic.forEach((topic, partitions) -> {
            if (LeftoverSentences.hasRecords(partitions)) {
                throw new LeftoverException(LeftoverSentences.refusal(
                        topic, partitions, partitionsOfHop(topic), Objects.requireNonNull(others.get(topic))));
            }
            for (Leftover one : partitions) {
                if (!one.isCountedToTheEnd()) {
                    throw new LeftoverException(LeftoverSentences.open(one) + "; start again then");
                }
            }
        });
    }

    /** The application's topics between sub-topologies that the run does not read, with their numbers of partitions. */
    private Map<String, Integer> others() {
        InternalNames names = new InternalNames(plan.applicationId());
        List<String> others = new ArrayList<>();
        for (String topic : cluster.names()) {
            if ((names.isBetweenStages(topic) || isOfHop(topic)) && !read.containsKey(topic)) {
                others.add(topic);
            }
        }
        return others.isEmpty() ? Map.of() : new TreeMap<>(cluster.partitions(others));
    }

    private boolean isOfHop(String topic) {
        return partitionsOfHop(topic) != null;
    }

    private @Nullable Integer partitionsOfHop(String topic) {
        return plan.hopEnds().stream()
                .filter(end -> end.hop().topic().equals(topic))
                .map(end -> end.hop().partitions())
                .findFirst()
                .orElse(null);
    }

    private Map<TopicPartition, LogRange> ranges(Collection<TopicPartition> partitions) {
        if (partitions.isEmpty()) {
            return Map.of();
        }
        try (Consumer<byte[], byte[]> consumer = clients.newOffsetsConsumer()) {
            consumer.assign(partitions); // an assigned consumer keeps the metadata that it fetches, without a warning
            return LogRanges.read(consumer, partitions, requestTimeout);
        }
    }

    private static void addPartitions(String topic, int count, Set<TopicPartition> partitions) {
        for (int partition = 0; partition < count; partition++) {
            partitions.add(new TopicPartition(topic, partition));
        }
    }
}
