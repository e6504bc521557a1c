package org.stoatflow.topology;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.stoatflow.streams.TopologyDescription;

/**
 * Describes a topology, and prints it as Kafka Streams does, so that the texts can be compared.
 *
 * <p>Kafka Streams links the children of a node in some order, and at that moment sorts them by the number of nodes
 * below them. The order depends on the order in which a {@code HashMap} gives out the node names, so this class uses
 * the same map.
 */
public final class TopologyText implements TopologyDescription {
    private final Set<Subtopology> subtopologies =
            new TreeSet<>((one, other) -> one.equals(other) ? 0 : Integer.compare(one.id(), other.id()));
    private final Set<GlobalStore> globalStores =
            new TreeSet<>((one, other) -> one.equals(other) ? 0 : Integer.compare(one.id(), other.id()));

    /**
     * Describes a topology.
     *
     * @param topology the topology
     */
    public TopologyText(LogicalTopology topology) {
        List<SubTopology> parts = topology.subTopologies();
        for (int id = 0; id < parts.size(); id++) {
            if (!parts.get(id).nodes().isEmpty()) {
                subtopologies.add(
                        new DescribedSubtopology(id, linked(parts.get(id).nodes())));
            }
        }
        topology.globalStores().forEach(store -> globalStores.add(new DescribedGlobalStore(store)));
    }

    private static Set<Node> linked(List<LogicalNode> part) {
        Map<String, LogicalNode> logical = new HashMap<>();
        Set<String> names = new HashSet<>();
        for (LogicalNode node : part) {
            logical.put(node.name(), node);
            names.add(node.name());
        }
        Map<String, DescribedNode> described = new HashMap<>();
        for (String name : names) {
            described.put(name, described(Objects.requireNonNull(logical.get(name))));
        }
        for (DescribedNode node : described.values()) {
            for (String parent :
                    Objects.requireNonNull(logical.get(node.name())).predecessors()) {
                node.linkTo(Objects.requireNonNull(described.get(parent)));
            }
        }
        return new HashSet<>(described.values());
    }

    private static DescribedNode described(LogicalNode node) {
        return switch (node) {
            case SourceNode source -> new DescribedSource(source);
            case ProcessorNode processor -> new DescribedProcessor(processor);
            case SinkNode sink -> new DescribedSink(sink);
        };
    }

    @Override
    public Set<Subtopology> subtopologies() {
        return Collections.unmodifiableSet(subtopologies);
    }

    @Override
    public Set<GlobalStore> globalStores() {
        return Collections.unmodifiableSet(globalStores);
    }

    @Override
    public String toString() {
        SortedMap<Integer, Object> byId = new TreeMap<>();
        subtopologies.forEach(subtopology -> byId.put(subtopology.id(), subtopology));
        globalStores.forEach(store -> byId.put(store.id(), store));
        StringBuilder text = new StringBuilder("Topologies:\n ");
        byId.values().forEach(part -> text.append("  ").append(part));
        return text.toString();
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof TopologyText other
                && subtopologies.equals(other.subtopologies)
                && globalStores.equals(other.globalStores);
    }

    @Override
    public int hashCode() {
        return Objects.hash(subtopologies, globalStores);
    }
}
