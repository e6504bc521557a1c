package org.stoatflow.kernel.plan;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.config.AbstractConfig;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.StoatflowConfig;

/**
 * What the configuration says about how stages run: for the application, and for stages by the name of one of their
 * nodes. Immutable.
 *
 * @param affinity the application's affinity; null if the planner decides
 * @param affinityOf affinities by node name; with a null value the planner decides, whatever the application's affinity
 * @param lanesOf numbers of lanes by key, by node name
 */
public record PlanChoices(
        @Nullable Affinity affinity,
        SortedMap<String, @Nullable Affinity> affinityOf,
        SortedMap<String, Integer> lanesOf) {
    /** No choice: the planner decides everything. */
    public static final PlanChoices NONE =
            new PlanChoices(null, Collections.emptySortedMap(), Collections.emptySortedMap());

    /** The choices in {@code stoatflow.affinity} and {@code stoatflow.lanes}. */
    public static PlanChoices of(AbstractConfig config) {
        SortedMap<String, @Nullable Affinity> affinityOf = new TreeMap<>();
        for (String node : StoatflowConfig.AFFINITY.nodes(config)) {
            affinityOf.put(node, affinity(StoatflowConfig.AFFINITY.of(config, node)));
        }
        SortedMap<String, Integer> lanesOf = new TreeMap<>();
        for (String node : StoatflowConfig.LANES.nodes(config)) {
            lanesOf.put(node, lanes(StoatflowConfig.LANES.of(config, node)));
        }
        return new PlanChoices(affinity(StoatflowConfig.AFFINITY.of(config)), affinityOf, lanesOf);
    }

    /** The number of lanes of a stage by key for which no other number is configured. */
    static int lanes(AbstractConfig config) {
        return lanes(StoatflowConfig.LANES.of(config));
    }

    private static int lanes(int configured) {
        return configured > 0 ? configured : 4 * Runtime.getRuntime().availableProcessors();
    }

    private static @Nullable Affinity affinity(String configured) {
        return configured.equals("AUTO") ? null : Affinity.valueOf(configured);
    }
}
