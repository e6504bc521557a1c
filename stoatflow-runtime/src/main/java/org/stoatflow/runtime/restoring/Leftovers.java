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
import org.stoatflow.runtime.cluster.BriefConsumer;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.cluster.InternalNames;
import org.stoatflow.runtime.cluster.KafkaClients;
import org.stoatflow.runtime.cluster.LeftoverException;

/**
 * Finds out what an owner before has left in the topics between its sub-topologies (docs/design/040). Where hops have
 * these topics' names, the run reads them to their ends; records in any other are refused. To be called once the
 * committed offsets are read. Owner: one thread at a time, the dispatcher's or one that works for it.
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
     * Topics that the run does not read, and what the group has committed in them.
     *
     * @param topics numbers of partitions of the topics
     */
    public record Others(Map<String, Integer> topics, Map<TopicPartition, OffsetAndMetadata> committed) {}

    /** The application's topics between sub-topologies that the run does not read, with their numbers of partitions. */
    public Map<String, Integer> others() {
        InternalNames names = new InternalNames(plan.applicationId());
        List<String> others = new ArrayList<>();
        for (String topic : cluster.names()) {
            if ((names.isBetweenStages(topic) || isOfHop(topic)) && !read.containsKey(topic)) {
                others.add(topic);
            }
        }
        return others.isEmpty() ? Map.of() : new TreeMap<>(cluster.partitions(others));
    }

    /**
     * Asks what the group has committed in topics: one request.
     *
     * @param group answers with the group's committed offsets
     */
    public Others ask(Map<String, Integer> others, Consumer<?, ?> group) {
        Set<TopicPartition> partitions = partitions(others);
        return new Others(others, partitions.isEmpty() ? Map.of() : group.committed(partitions, requestTimeout));
    }

    /**
     * Makes sure that no records are left in topics that the run does not read.
     *
     * @return the partitions of which that is not known yet
     * @throws LeftoverException naming the topic, the partition, how many records, and what to do
     */
    public HiddenLeftovers requireNone(Others others) {
        return new HiddenLeftovers(this, refuse(left(others), others.topics()), others.topics(), nanos);
    }

    private static Set<TopicPartition> partitions(Map<String, Integer> topics) {
        Set<TopicPartition> partitions = new HashSet<>();
        topics.forEach((topic, count) -> addPartitions(topic, count, partitions));
        return partitions;
    }

    private List<Leftover> left(Others others) {
        Set<TopicPartition> partitions = partitions(others.topics());
        Map<TopicPartition, OffsetAndMetadata> committed = others.committed();
        Set<String> known = new HashSet<>();
        committed.forEach((partition, offset) -> {
            if (offset != null || isOfHop(partition.topic())) {
                known.add(partition.topic()); // others may be of an application whose name begins like this one's
            }
        });
        partitions.removeIf(partition -> !known.contains(partition.topic()));
        List<GroupLog> logs = new ArrayList<>();
        ranges(partitions).forEach((partition, range) -> {
            OffsetAndMetadata offset = committed.get(partition);
            logs.add(new GroupLog(partition, range, offset == null ? null : (Long) offset.offset()));
        });
        return logs.stream().allMatch(GroupLog::isAtEnd) ? List.of() : count(logs);
    }

    private List<Leftover> count(List<GroupLog> logs) {
        try (BriefConsumer asked = new BriefConsumer(clients.newRestoreConsumer())) {
            return new LeftoverCounter(asked.consumer(), requestTimeout, nanos).count(logs, requestTimeout);
        }
    }

    /**
     * Counts again where a transaction was open, once it is not any more.
     *
     * @return where one is open
     */
    List<Leftover> countAgain(List<Leftover> hidden, Map<String, Integer> others) {
        List<GroupLog> logs = hidden.stream().map(Leftover::at).toList();
        return areStable(logs) ? refuse(count(logs), others) : hidden;
    }

    /** Whether readers of committed records come to the ends of the logs. */
    private boolean areStable(List<GroupLog> logs) {
        List<TopicPartition> partitions = logs.stream().map(GroupLog::partition).toList();
        try (BriefConsumer asked = new BriefConsumer(clients.newRestoreConsumer())) {
            Consumer<byte[], byte[]> consumer = asked.consumer();
            consumer.assign(partitions);
            Map<TopicPartition, Long> stable = consumer.endOffsets(partitions, requestTimeout);
            return logs.stream()
                    .allMatch(log -> stable.getOrDefault(log.partition(), 0L)
                            >= log.log().end());
        }
    }

    /**
     * Refuses what is left. Markers of transactions alone are no records.
     *
     * @return where an open transaction may have some
     */
    private List<Leftover> refuse(List<Leftover> left, Map<String, Integer> others) {
        Map<String, List<Leftover>> byTopic = left.stream()
                .collect(Collectors.groupingBy(one -> one.at().partition().topic(), TreeMap::new, Collectors.toList()));
        byTopic.forEach((topic, partitions) -> {
            if (LeftoverSentences.hasRecords(partitions)) {
                throw new LeftoverException(LeftoverSentences.refusal(
                        topic, partitions, partitionsOfHop(topic), Objects.requireNonNull(others.get(topic))));
            }
        });
        return left.stream().filter(one -> !one.isCountedToTheEnd()).toList();
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
        return AskedRanges.of(cluster, clients, requestTimeout, partitions);
    }

    private static void addPartitions(String topic, int count, Set<TopicPartition> partitions) {
        for (int partition = 0; partition < count; partition++) {
            partitions.add(new TopicPartition(topic, partition));
        }
    }
}
