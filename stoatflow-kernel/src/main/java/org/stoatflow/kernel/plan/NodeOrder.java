package org.stoatflow.kernel.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.stoatflow.topology.LogicalNode;

/** Orders a stage's nodes. */
final class NodeOrder {
    private NodeOrder() {}

    /** The nodes, each after its predecessors, otherwise in the given order. */
    static List<LogicalNode> of(List<LogicalNode> nodes) {
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
}
