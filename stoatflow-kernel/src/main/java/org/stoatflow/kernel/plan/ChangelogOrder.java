package org.stoatflow.kernel.plan;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.topology.LogicalNode;
import org.stoatflow.topology.ProcessorNode;
import org.stoatflow.topology.SinkNode;

/**
 * The order in which changelog records go out without a transaction: first those of the stores furthest downstream. If
 * only a part of them arrives before a crash, no row is there without what followed from it (docs/design/036).
 * Immutable.
 *
 * @param places the place of each changelog topic in the order; equal for stores of which none follows from the other
 */
public record ChangelogOrder(Map<String, Integer> places) {
    /** No changelog comes before another. */
    public static final ChangelogOrder NONE = new ChangelogOrder(Map.of());

    public ChangelogOrder {
        places = Map.copyOf(places);
    }

    /** The order of a plan's changelogs. A store is as far downstream as the node that writes it. */
    public static ChangelogOrder of(Plan plan) {
        ToIntFunction<LogicalNode> depths = new Depths(plan)::of;
        Map<String, Integer> places = new HashMap<>();
        for (Stage stage : plan.stages()) {
            for (StorePlan store : stage.stores()) {
                String changelog = store.changelogTopic();
                if (changelog != null) {
                    places.put(changelog, -depthOf(store.name(), stage, depths));
                }
            }
        }
        return new ChangelogOrder(places);
    }

    /**
     * An operator that brings its store along writes it, and others only read it: they may be far downstream. Where
     * several bring one store, as the sides of a join do, all that follows from it is behind the last of them. Of
     * processors of the user's, which share a store, any may write it: there the first counts, whose rows all others
     * may follow from.
     */
    private static int depthOf(String store, Stage stage, ToIntFunction<LogicalNode> depths) {
        List<ProcessorNode> users = stage.processors().stream()
                .filter(node -> node.stores().contains(store))
                .toList();
        return users.stream()
                .filter(node -> brings(node, store))
                .mapToInt(depths)
                .max()
                .orElseGet(() -> users.stream().mapToInt(depths).min().orElse(0));
    }

    private static boolean brings(ProcessorNode node, String store) {
        Set<StoreBuilder<?>> own = node.isUsers() ? null : node.declared().stores();
        return own != null && own.stream().anyMatch(builder -> builder.name().equals(store));
    }

    /** Where the changelog stands in the order. */
    public int placeOf(String changelog) {
        return places.getOrDefault(changelog, 0);
    }

    /** How many nodes a record passes at most before it comes to a node, through hops, which form no circle. */
    private static final class Depths {
        private final Map<String, LogicalNode> nodes = new HashMap<>();
        private final Map<String, Set<String>> feeders = new HashMap<>();
        private final Map<String, Integer> known = new HashMap<>();

        Depths(Plan plan) {
            for (Stage stage : plan.stages()) {
                stage.nodes().forEach(node -> {
                    nodes.put(node.name(), node);
                    feedersOf(node.name()).addAll(node.predecessors());
                });
            }
            for (Entry.HopEnd end : plan.hopEnds()) {
                String topic = end.node().topics().getFirst();
                for (Stage stage : plan.stages()) {
                    for (SinkNode sink : stage.sinksTo(topic)) {
                        feedersOf(end.node().name()).add(sink.name());
                    }
                }
            }
        }

        private Set<String> feedersOf(String node) {
            return feeders.computeIfAbsent(node, any -> new HashSet<>());
        }

        int of(LogicalNode node) {
            Integer depth = known.get(node.name());
            if (depth != null) {
                return depth;
            }
            int deepest = 0;
            for (String feeder : feedersOf(node.name())) {
                deepest = Math.max(deepest, 1 + of(Objects.requireNonNull(nodes.get(feeder))));
            }
            known.put(node.name(), deepest);
            return deepest;
        }
    }
}
