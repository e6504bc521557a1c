package org.stoatflow.topology;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the topics that come together in a store. */
public final class StoreTopics {
    private StoreTopics() {}

    /**
     * The topics of the sources above the processors that use each store.
     *
     * @param topology the topology
     * @param internal names the topics that lie between sub-topologies
     * @return by store, but for the global ones; where a source matches a pattern, the pattern
     */
    public static Map<String, List<String>> of(LogicalTopology topology, InternalTopics internal) {
        Map<String, LogicalNode> nodes = new HashMap<>();
        topology.nodes().forEach(node -> nodes.put(node.name(), node));
        Map<String, List<String>> topics = new HashMap<>();
        topology.stores().forEach((name, store) -> {
            Set<String> found = new LinkedHashSet<>();
            sourcesAbove(store.processors(), nodes)
                    .forEach(source -> found.addAll(topicsOf(source, topology, internal)));
            topics.put(name, List.copyOf(found));
        });
        return topics;
    }

    private static Set<SourceNode> sourcesAbove(Set<String> processors, Map<String, LogicalNode> nodes) {
        Set<SourceNode> sources = new LinkedHashSet<>();
        Set<String> seen = new LinkedHashSet<>(processors);
        Deque<String> open = new ArrayDeque<>(processors);
        while (!open.isEmpty()) {
            LogicalNode node = nodes.get(open.pop());
            if (node instanceof SourceNode source) {
                sources.add(source);
            } else if (node != null) {
                node.predecessors().stream().filter(seen::add).forEach(open::push);
            }
        }
        return sources;
    }

    private static List<String> topicsOf(SourceNode source, LogicalTopology topology, InternalTopics internal) {
        if (source.pattern() != null) {
            return List.of(source.pattern().pattern());
        }
        return source.topics().stream()
                .map(topic -> topology.isRepartition(topic) ? internal.repartition(topic) : topic)
                .toList();
    }
}
