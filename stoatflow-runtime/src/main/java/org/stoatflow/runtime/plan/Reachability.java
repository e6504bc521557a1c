package org.stoatflow.runtime.plan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.topology.LogicalNode;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.ProcessorNode;
import org.stoatflow.topology.SinkNode;

/** Questions about paths between the nodes of a logical topology. Edges are those within a stage. */
final class Reachability {
    private final LogicalTopology topology;
    private final Map<String, Integer> children = new HashMap<>();

    Reachability(LogicalTopology topology) {
        this.topology = topology;
        for (LogicalNode node : topology.nodes()) {
            for (String predecessor : node.predecessors()) {
                children.merge(predecessor, 1, Integer::sum);
            }
        }
    }

    /**
     * Why what reaches the sink may be held by somebody else; null if each node above it is a source or one of the DSL's and
     * has one child. The user's own processors may keep and change what they forward.
     */
    @Nullable
    String whyShared(SinkNode sink) {
        for (LogicalNode node : ancestors(sink.name())) {
            if (node instanceof ProcessorNode processor && !processor.traits().dsl()) {
                return node.name() + " is the user's own processor, which may keep what it forwards";
            }
            int readers = children.getOrDefault(node.name(), 0);
            if (readers != 1) {
                return readers + " nodes read from " + node.name();
            }
        }
        return null;
    }

    /** The nodes, each after its predecessors, otherwise in their order. */
    List<LogicalNode> inOrder(List<LogicalNode> nodes) {
        List<LogicalNode> ordered = new ArrayList<>();
        Set<String> placed = new HashSet<>();
        while (ordered.size() < nodes.size()) {
            int before = ordered.size();
            for (LogicalNode node : nodes) {
                if (!placed.contains(node.name()) && placed.containsAll(node.predecessors())) {
                    ordered.add(node);
                    placed.add(node.name());
                }
            }
            if (ordered.size() == before) {
                throw new PlanException("the nodes of a sub-topology form a cycle: "
                        + nodes.stream()
                                .map(LogicalNode::name)
                                .filter(name -> !placed.contains(name))
                                .toList());
            }
        }
        return List.copyOf(ordered);
    }

    private List<LogicalNode> ancestors(String name) {
        Set<String> seen = new LinkedHashSet<>();
        Deque<String> todo = new ArrayDeque<>(topology.node(name).predecessors());
        List<LogicalNode> found = new ArrayList<>();
        while (!todo.isEmpty()) {
            String next = todo.pop();
            if (seen.add(next)) {
                LogicalNode node = topology.node(next);
                found.add(node);
                todo.addAll(node.predecessors());
            }
        }
        return found;
    }
}
