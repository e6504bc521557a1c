package org.stoatflow.kernel.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.NodeConfigKey;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.topology.LogicalNode;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.SubTopology;

/**
 * {@link PlanChoices} by stage. The name of a node stands for the node's stage. A stage's choice goes before the
 * application's.
 */
public final class StageChoices {
    /**
     * A choice for a stage.
     *
     * @param key the configuration key that makes the choice
     */
    record Choice<T>(String key, @Nullable T value) {}

    private final PlanChoices choices;
    private final List<SubTopology> parts;

    /**
     * @throws ConfigException if a key names no source or processor of the topology, or if two keys make different
     *     choices for one stage
     */
    public StageChoices(LogicalTopology topology, PlanChoices choices) {
        this.choices = choices;
        this.parts = topology.subTopologies();
        requireNodes(topology, StoatflowConfig.AFFINITY, choices.affinityOf());
        requireNodes(topology, StoatflowConfig.LANES, choices.lanesOf());
        for (int stage = 0; stage < parts.size(); stage++) {
            affinity(stage);
            lanes(stage);
        }
    }

    /** The affinity that is forced on the stage, or null if the planner decides. */
    @Nullable
    Choice<Affinity> affinity(int stage) {
        Choice<Affinity> own = ofNodes(stage, StoatflowConfig.AFFINITY, choices.affinityOf());
        if (own == null && choices.affinity() != null) {
            return new Choice<>(StoatflowConfig.AFFINITY.key(), choices.affinity());
        }
        return own == null || own.value() == null ? null : own;
    }

    /** The number of lanes that is configured for a node of the stage, or null if the application's number holds. */
    @Nullable
    Choice<Integer> lanes(int stage) {
        return ofNodes(stage, StoatflowConfig.LANES, choices.lanesOf());
    }

    private <T> @Nullable Choice<T> ofNodes(
            int stage, NodeConfigKey<?> key, SortedMap<String, ? extends @Nullable T> byNode) {
        Choice<T> found = null;
        for (LogicalNode node : parts.get(stage).nodes()) {
            if (byNode.containsKey(node.name())) {
                Choice<T> next = new Choice<>(key.key(node.name()), byNode.get(node.name()));
                if (found != null && !Objects.equals(found.value(), next.value())) {
                    throw new ConfigException(found.key() + " and " + next.key()
                            + " say different things about one stage, which has both nodes. Remove one of them");
                }
                found = found == null ? next : found;
            }
        }
        return found;
    }

    private static void requireNodes(LogicalTopology topology, NodeConfigKey<?> key, Map<String, ?> byNode) {
        SortedSet<String> known = new TreeSet<>();
        topology.sources().forEach(source -> known.add(source.name()));
        topology.processors().forEach(processor -> known.add(processor.name()));
        List<String> unknown = new ArrayList<>(byNode.keySet());
        unknown.removeAll(known);
        if (!unknown.isEmpty()) {
            throw new ConfigException("Configuration key '" + key.key(unknown.getFirst())
                    + "' names no source or processor of the topology. There are " + String.join(", ", known));
        }
    }
}
