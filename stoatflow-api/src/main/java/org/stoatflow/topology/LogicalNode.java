package org.stoatflow.topology;

import java.util.List;

/** A node of the logical topology. Immutable. */
public sealed interface LogicalNode permits SourceNode, ProcessorNode, SinkNode {
    /**
     * The node's name, unique in the topology.
     *
     * @return the name
     */
    String name();

    /**
     * The names of the nodes that this node reads from.
     *
     * @return the names, in the order in which they were given; none for a source
     */
    List<String> predecessors();
}
