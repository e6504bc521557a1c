package org.stoatflow.topology;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.stoatflow.streams.errors.TopologyException;

/** The groups of sources of a topology whose topics must have the same number of partitions. */
final class CopartitionedSources {
    private final List<Set<String>> declared = new ArrayList<>();

    void add(Set<String> sources) {
        declared.add(Set.copyOf(sources));
    }

    /** Puts a source in the place of another one that is not written. */
    void replace(String replaced, String source) {
        declared.replaceAll(sources -> sources.stream()
                .map(name -> name.equals(replaced) ? source : name)
                .collect(Collectors.toUnmodifiableSet()));
    }

    /** The groups, of which those that share a source are merged. */
    List<Set<String>> groups(Map<String, LogicalNode> nodes) {
        List<Set<String>> merged = new ArrayList<>();
        for (Set<String> sources : declared) {
            Set<String> group = sources.stream()
                    .filter(name -> nodes.get(name) instanceof SourceNode)
                    .collect(Collectors.toCollection(LinkedHashSet::new));
            List<Set<String>> overlapping = merged.stream()
                    .filter(other -> other.stream().anyMatch(group::contains))
                    .toList();
            overlapping.forEach(group::addAll);
            merged.removeAll(overlapping);
            merged.add(group);
        }
        return merged;
    }

    /** Checks the groups in which each topic is a repartition topic with a number that the user has asked for. */
    void requireEqualPartitions(Map<String, LogicalNode> nodes, Map<String, RepartitionTopic> repartitionTopics) {
        for (Set<String> sources : declared) {
            Map<String, Integer> asked = new TreeMap<>();
            Set<String> joined = topicsOf(sources, nodes);
            for (String topic : joined) {
                RepartitionTopic repartition = repartitionTopics.get(topic);
                if (repartition != null && repartition.partitions() > 0) {
                    asked.put(topic, repartition.partitions());
                }
            }
            if (asked.keySet().equals(joined)
                    && asked.values().stream().distinct().count() > 1) {
                throw new TopologyException(
                        "Following topics do not have the same number of partitions: [%s]".formatted(asked));
            }
        }
    }

    private static Set<String> topicsOf(Set<String> sources, Map<String, LogicalNode> nodes) {
        Set<String> topics = new HashSet<>();
        for (String name : sources) {
            if (nodes.get(name) instanceof SourceNode source) {
                topics.addAll(source.topics());
            }
        }
        return topics;
    }
}
