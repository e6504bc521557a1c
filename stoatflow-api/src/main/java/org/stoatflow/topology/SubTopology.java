package org.stoatflow.topology;

import java.util.List;

/**
 * A part of a topology that neither edges nor stores connect to the rest. Immutable.
 *
 * @param nodes its nodes, in the order of the topology's
 */
public record SubTopology(List<LogicalNode> nodes) implements Nodes {
    /** Makes a copy of what could still change. */
    public SubTopology {
        nodes = List.copyOf(nodes);
    }
}
