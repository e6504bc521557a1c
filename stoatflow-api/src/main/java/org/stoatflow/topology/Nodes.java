package org.stoatflow.topology;

import java.util.List;

/** The nodes of a topology, or of a part of it, by their kind. */
public interface Nodes {
    /**
     * All nodes.
     *
     * @return each node after those of them that it reads from
     */
    List<LogicalNode> nodes();

    /**
     * The sources.
     *
     * @return in the order of all nodes
     */
    default List<SourceNode> sources() {
        return ofKind(SourceNode.class);
    }

    /**
     * The processors, both the user's and the DSL's.
     *
     * @return in the order of all nodes
     */
    default List<ProcessorNode> processors() {
        return ofKind(ProcessorNode.class);
    }

    /**
     * The sinks.
     *
     * @return in the order of all nodes
     */
    default List<SinkNode> sinks() {
        return ofKind(SinkNode.class);
    }

    /**
     * The sinks that write every record to one topic.
     *
     * @param topic the topic, without the application id where it is internal
     * @return in the order of all nodes
     */
    default List<SinkNode> sinksTo(String topic) {
        return sinks().stream().filter(sink -> topic.equals(sink.topic())).toList();
    }

    /**
     * The nodes that read from a node.
     *
     * @param parent the node's name
     * @return in the order of all nodes
     */
    default List<LogicalNode> childrenOf(String parent) {
        return nodes().stream()
                .filter(node -> node.predecessors().contains(parent))
                .toList();
    }

    private <N extends LogicalNode> List<N> ofKind(Class<N> kind) {
        return nodes().stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
