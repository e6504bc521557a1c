package org.stoatflow.topology;

import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.stoatflow.streams.TopologyDescription;

/** A sub-topology in a description. */
final class DescribedSubtopology implements TopologyDescription.Subtopology {
    private final int id;
    private final Set<TopologyDescription.Node> nodes = new TreeSet<>(DescribedNode.ORDER);

    DescribedSubtopology(int id, Set<TopologyDescription.Node> nodes) {
        this.id = id;
        this.nodes.addAll(nodes);
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public Set<TopologyDescription.Node> nodes() {
        return Collections.unmodifiableSet(nodes);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("Sub-topology: " + id + "\n");
        nodes.forEach(node -> text.append("    ").append(node).append('\n'));
        return text.append('\n').toString();
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof DescribedSubtopology other && id == other.id && nodes.equals(other.nodes);
    }

    @Override
    public int hashCode() {
        return Objects.hash(id, nodes);
    }
}
