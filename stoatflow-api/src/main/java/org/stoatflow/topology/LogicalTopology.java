package org.stoatflow.topology;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a builder has built, as immutable data that the engine plans from.
 *
 * @param nodes the nodes, each after those it reads from, in the order of their addition
 * @param stores the stores by name, in the order of their addition
 * @param repartitionTopics the topics by name that lie between sub-topologies
 * @param copartitionGroups sets of sources whose topics must have the same number of partitions, by their names
 * @param subTopologies the parts of the topology that are not connected by edges or stores, each with its nodes in the
 *     order of {@code nodes}; a list's index is its sub-topology's id, in tasks and in {@code describe()}. A part
 *     without nodes is that of a global store
 * @param globalStores the global stores, whose nodes and stores are in none of the above, in the order of their ids
 */
public record LogicalTopology(
        List<LogicalNode> nodes,
        Map<String, StoreDeclaration> stores,
        Map<String, RepartitionTopic> repartitionTopics,
        List<Set<String>> copartitionGroups,
        List<SubTopology> subTopologies,
        List<GlobalStore> globalStores)
        implements Nodes {
    /** Makes a copy of what could still change. */
    public LogicalTopology {
        nodes = List.copyOf(nodes);
        stores = Collections.unmodifiableMap(new LinkedHashMap<>(stores));
        repartitionTopics = Collections.unmodifiableMap(new LinkedHashMap<>(repartitionTopics));
        copartitionGroups = copartitionGroups.stream().map(Set::copyOf).toList();
        subTopologies = List.copyOf(subTopologies);
        globalStores = List.copyOf(globalStores);
    }

    /**
     * Makes a topology whose parts follow from its edges and stores.
     *
     * @param nodes the nodes, each after those it reads from
     * @param stores the stores by name
     * @param repartitionTopics the topics by name that lie between sub-topologies
     * @param copartitionGroups sets of sources whose topics must have the same number of partitions
     */
    public LogicalTopology(
            List<LogicalNode> nodes,
            Map<String, StoreDeclaration> stores,
            Map<String, RepartitionTopic> repartitionTopics,
            List<Set<String>> copartitionGroups) {
        this(nodes, stores, repartitionTopics, copartitionGroups, NodeGroups.of(nodes, stores.values()), List.of());
    }

    /**
     * Finds a node.
     *
     * @param name the node's name
     * @return the node
     * @throws NoSuchElementException if there is none of that name
     */
    public LogicalNode node(String name) {
        for (LogicalNode node : nodes) {
            if (node.name().equals(name)) {
                return node;
            }
        }
        throw new NoSuchElementException("No node is named " + name);
    }

    /**
     * Finds a store.
     *
     * @param name the store's name
     * @return the store
     * @throws NoSuchElementException if there is none of that name
     */
    public StoreDeclaration store(String name) {
        StoreDeclaration store = stores.get(name);
        if (store == null) {
            throw new NoSuchElementException("No store is named " + name);
        }
        return store;
    }

    /**
     * Whether a topic lies between sub-topologies.
     *
     * @param topic the topic, without application id; null where a sink chooses it for each record
     * @return whether it is a repartition topic
     */
    public boolean isRepartition(@Nullable String topic) {
        return topic != null && repartitionTopics.containsKey(topic);
    }

    /**
     * Whether a source reads a topic that lies between sub-topologies. It then reads nothing else.
     *
     * @param source the source
     * @return whether its topic is a repartition topic
     */
    public boolean isRepartition(SourceNode source) {
        return source.topics().size() == 1 && isRepartition(source.topics().getFirst());
    }

    /**
     * Whether a source subscribes to a pattern.
     *
     * @return whether what is read depends on the topics that there are
     */
    public boolean readsPattern() {
        return sources().stream().anyMatch(source -> source.pattern() != null);
    }
}
