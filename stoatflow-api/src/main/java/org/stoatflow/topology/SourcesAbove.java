package org.stoatflow.topology;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the sources whose records reach a node. */
public final class SourcesAbove {
    private final LogicalTopology topology;
    private final Map<String, LogicalNode> nodes = new HashMap<>();

    /**
     * Creates the search.
     *
     * @param topology where to search
     */
    public SourcesAbove(LogicalTopology topology) {
        this.topology = topology;
        topology.nodes().forEach(node -> nodes.put(node.name(), node));
    }

    /**
     * The topics whose records come out of a topic that lies between sub-topologies, however many such topics they come
     * through.
     *
     * @param repartitionTopic the topic, without application id
     * @return topics that are read from the cluster; where a source matches a pattern, the pattern
     */
    public List<String> topicsBehind(String repartitionTopic) {
        Set<String> found = new LinkedHashSet<>();
        Set<String> seen = new HashSet<>(Set.of(repartitionTopic));
        Deque<String> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            List<String> sinks =
                    topology.sinksTo(open.pop()).stream().map(SinkNode::name).toList();
            for (SourceNode source : of(sinks)) {
                if (topology.isRepartition(source)) {
                    source.topics().stream().filter(seen::add).forEach(open::push);
                } else {
                    found.addAll(topicsOf(source));
                }
            }
        }
        return List.copyOf(found);
    }

    /** The sources above nodes, up to those that read from between sub-topologies. */
    Set<SourceNode> of(Collection<String> names) {
        Set<SourceNode> sources = new LinkedHashSet<>();
        Set<String> seen = new HashSet<>(names);
        Deque<String> open = new ArrayDeque<>(names);
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

    static List<String> topicsOf(SourceNode source) {
        return source.pattern() == null
                ? source.topics()
                : List.of(source.pattern().pattern());
    }
}
