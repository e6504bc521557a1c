package org.stoatflow.topology;

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
        SourcesAbove above = new SourcesAbove(topology);
        Map<String, List<String>> topics = new HashMap<>();
        topology.stores().forEach((name, store) -> {
            Set<String> found = new LinkedHashSet<>();
            for (SourceNode source : above.of(store.processors())) {
                SourcesAbove.topicsOf(source)
                        .forEach(topic ->
                                found.add(topology.isRepartition(source) ? internal.repartition(topic) : topic));
            }
            topics.put(name, List.copyOf(found));
        });
        return topics;
    }
}
