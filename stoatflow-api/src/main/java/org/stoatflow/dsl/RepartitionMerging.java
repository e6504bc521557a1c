package org.stoatflow.dsl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.topology.TopologyBuilder;

/**
 * Lets records whose keys were changed once be led to the owners of their keys once. Repartitions that lie behind the
 * same change of keys, with nothing between that changes values, give way to one directly behind that change. What was
 * between them and the change comes behind it. Which repartitions belong together is decided while the graph grows, as
 * in Kafka Streams, whose names and order result.
 */
final class RepartitionMerging {
    /** The repartitions behind each change of keys, in the order of their addition. */
    private final Map<GraphNode, Set<RepartitionGraphNode<?, ?>>> behind = new LinkedHashMap<>();

    private final Set<GraphNode> merges = new LinkedHashSet<>();

    /** Called for each node, once it has a parent. */
    void added(GraphNode node) {
        switch (node.role()) {
            case CHANGES_KEYS -> behind.put(node, new LinkedHashSet<>());
            case REPARTITIONS -> {
                GraphNode change = changeAbove(node);
                if (change != null) {
                    Objects.requireNonNull(behind.get(change)).add((RepartitionGraphNode<?, ?>) node);
                }
            }
            case MERGES -> merges.add(node);
            case CHANGES_VALUES, OTHER -> {}
        }
    }

    /** The change of keys above a node, if no change of values is nearer. */
    private static @Nullable GraphNode changeAbove(GraphNode node) {
        GraphNode nearest = find(
                node,
                above -> above.role() == GraphNode.Role.CHANGES_KEYS || above.role() == GraphNode.Role.CHANGES_VALUES);
        return nearest != null && nearest.role() == GraphNode.Role.CHANGES_KEYS ? nearest : null;
    }

    /** The node, or the first above it, depth first, that is wanted. */
    private static @Nullable GraphNode find(GraphNode node, Predicate<GraphNode> wanted) {
        if (wanted.test(node)) {
            return node;
        }
        for (GraphNode parent : node.parents()) {
            GraphNode found = find(parent, wanted);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Changes the graph. What is merged is not merged again by a later call. */
    void apply(GraphBuilder graph, TopologyBuilder topology) {
        giveToMerges();
        for (Map.Entry<GraphNode, Set<RepartitionGraphNode<?, ?>>> change : new ArrayList<>(behind.entrySet())) {
            if (!change.getValue().isEmpty()) {
                mergeBehind(change.getKey(), change.getValue(), graph, topology);
                behind.remove(change.getKey());
            }
        }
    }

    /** Repartitions behind a merge of streams, of which some have changed keys, are merged behind that merge. */
    private void giveToMerges() {
        Map<GraphNode, List<GraphNode>> changesOfMerge = new LinkedHashMap<>();
        for (GraphNode merge : merges) {
            List<GraphNode> changes = new ArrayList<>();
            behind.forEach((change, repartitions) -> {
                if (repartitions.stream().allMatch(repartition -> childToward(repartition, merge) != null)
                        && childToward(merge, change) != null) {
                    changes.add(change);
                }
            });
            changesOfMerge.put(merge, changes);
        }
        changesOfMerge.forEach((merge, changes) -> {
            Set<RepartitionGraphNode<?, ?>> repartitions = new LinkedHashSet<>();
            changes.forEach(change -> repartitions.addAll(Objects.requireNonNull(behind.get(change))));
            behind.put(merge, repartitions);
        });
        changesOfMerge.values().forEach(changes -> changes.forEach(behind::remove));
    }

    /** The child of a node through which the other node is reached, or null. */
    private static @Nullable GraphNode childToward(GraphNode below, GraphNode node) {
        return find(below, above -> above.isChildOf(node));
    }

    private static void mergeBehind(
            GraphNode change, Set<RepartitionGraphNode<?, ?>> replaced, GraphBuilder graph, TopologyBuilder topology) {
        RepartitionGraphNode<?, ?> merged = inPlaceOf(replaced, graph);
        for (RepartitionGraphNode<?, ?> repartition : replaced) {
            GraphNode child = childToward(repartition, change);
            if (child == null) {
                throw new StreamsException("The repartition " + repartition.name()
                        + " is not behind the change of keys "
                        + change.name() + " any more, since others were merged before. As in Kafka Streams, leave "
                        + StreamsConfig.MERGE_REPARTITION_TOPICS + " out of "
                        + StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG);
            }
            merged.link(child);
            change.remove(child);
            for (GraphNode parent : repartition.parents()) {
                repartition.children().forEach(parent::link);
                parent.remove(repartition);
            }
            repartition.children().forEach(repartition::remove);
            if (repartition.leadsToUseOfNullKeys()) {
                merged.useNullKeys();
            }
            topology.replaceCopartitioned(repartition.name(), merged.name());
        }
        // the change's own priority has the repartition written before all that is behind it
        change.add(merged, change.priority());
    }

    @SuppressWarnings("unchecked") // the first serde that is known fits all of them, as in Kafka Streams
    private static <K, V> RepartitionGraphNode<K, V> inPlaceOf(
            Set<RepartitionGraphNode<?, ?>> replaced, GraphBuilder graph) {
        Serde<K> keys = null;
        Serde<V> values = null;
        for (RepartitionGraphNode<?, ?> repartition : replaced) {
            keys = keys == null ? (Serde<K>) repartition.keySerde() : keys;
            values = values == null ? (Serde<V>) repartition.valueSerde() : values;
        }
        return graph.newRepartition(replaced.iterator().next().topic(), keys, values);
    }
}
