package org.stoatflow.kernel.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.stoatflow.streams.errors.TopologyException;
import org.stoatflow.topology.InternalTopics;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.SourceNode;

/**
 * Topics that are joined have the same number of partitions (docs/design/019). Repartition topics take the number of
 * the other topics, or, where only repartition topics are joined, the largest. As in Kafka Streams, nothing is enforced
 * in a topology without repartition topics; there is a warning instead.
 */
final class Copartitioning {
    private final LogicalTopology topology;
    private final TopicPartitions topics;
    private final InternalTopics names;

    Copartitioning(LogicalTopology topology, TopicPartitions topics, InternalTopics names) {
        this.topology = topology;
        this.topics = topics;
        this.names = names;
    }

    /**
     * Gives hops the numbers of the topics that they are joined with.
     *
     * @param ofHops numbers of partitions of all hops, which are changed here
     * @param fixed those of them that are declared or pinned
     * @throws TopologyException if topics that are joined have different numbers of partitions
     */
    void enforce(Map<String, Integer> ofHops, Map<String, Integer> fixed) {
        if (topology.repartitionTopics().isEmpty()) {
            return;
        }
        for (Set<String> group : topology.copartitionGroups()) {
            SortedMap<String, Integer> sources = new TreeMap<>();
            SortedMap<String, Integer> hops = new TreeMap<>();
            SortedMap<String, Integer> fixedHops = new TreeMap<>();
            for (String topic : topicsOf(group)) {
                if (!topology.isRepartition(topic)) {
                    topics.partitionsOf(topic).ifPresent(count -> sources.put(topic, count));
                } else if (fixed.containsKey(topic)) {
                    fixedHops.put(topic, fixed.get(topic));
                } else {
                    hops.put(topic, ofHops.get(topic));
                }
            }
            int count = common(sources, fixedHops, hops);
            hops.keySet().forEach(hop -> ofHops.put(hop, count));
        }
    }

    private int common(
            SortedMap<String, Integer> sources, SortedMap<String, Integer> fixedHops, SortedMap<String, Integer> hops) {
        SortedMap<String, Integer> given = new TreeMap<>(sources);
        given.putAll(fixedHops);
        if (isUnequal(given)) {
            throw new TopologyException("topics that are joined have different numbers of partitions: " + given
                    + ". Give them the same number, or let the application repartition one of them. "
                    + sentence(sources, fixedHops));
        }
        return (given.isEmpty() ? hops : given)
                .values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    /** What Kafka Streams says of it. */
    private String sentence(SortedMap<String, Integer> sources, SortedMap<String, Integer> fixedHops) {
        SortedMap<String, Integer> repartitions = new TreeMap<>();
        fixedHops.forEach((hop, count) -> repartitions.put(names.repartition(hop), count));
        if (isUnequal(sources)) {
            return "Topics not co-partitioned: [" + sources + "]";
        }
        if (sources.isEmpty()) {
            return "Following topics do not have the same number of partitions: [" + repartitions + "]";
        }
        int ofSources = sources.values().iterator().next();
        return repartitions.entrySet().stream()
                .filter(repartition -> repartition.getValue() != ofSources)
                .map(repartition -> "Number of partitions [" + repartition.getValue() + "] of repartition topic ["
                        + repartition.getKey() + "] doesn't match number of partitions [" + ofSources
                        + "] of the source topic.")
                .collect(Collectors.joining(" "));
    }

    /** Says which topics are joined with different numbers of partitions though nothing is enforced. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (topology.repartitionTopics().isEmpty()) {
            for (Set<String> group : topology.copartitionGroups()) {
                SortedMap<String, Integer> sources = new TreeMap<>();
                topicsOf(group)
                        .forEach(topic -> topics.partitionsOf(topic).ifPresent(count -> sources.put(topic, count)));
                if (isUnequal(sources)) {
                    warnings.add("topics that are joined have different numbers of partitions: " + sources
                            + ". Records of one key are joined only where they are in partitions with the same number");
                }
            }
        }
        return warnings;
    }

    private static boolean isUnequal(Map<String, Integer> counts) {
        return counts.values().stream().distinct().count() > 1;
    }

    private Set<String> topicsOf(Set<String> group) {
        Set<String> names = new HashSet<>();
        for (SourceNode source : topology.sources()) {
            if (group.contains(source.name())) {
                names.addAll(source.topics());
            }
        }
        return names;
    }
}
