package org.stoatflow.topology;

import java.util.Collections;
import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.stoatflow.streams.TopologyDescription;

/** A node in a description. */
abstract class DescribedNode implements TopologyDescription.Node {
    /** A node with more nodes below it comes first; of equal ones the name decides. */
    static final Comparator<TopologyDescription.Node> ORDER = (one, other) -> {
        if (one.equals(other)) {
            return 0;
        }
        int bySize = Integer.compare(((DescribedNode) other).size, ((DescribedNode) one).size);
        return bySize != 0 ? bySize : one.name().compareTo(other.name());
    };

    private final String name;
    private final Set<TopologyDescription.Node> predecessors = new TreeSet<>(ORDER);
    private final Set<TopologyDescription.Node> successors = new TreeSet<>(ORDER);

    /** How many nodes can be reached from here, this one included. A node counts once for each way to it. */
    private int size = 1;

    DescribedNode(String name) {
        this.name = name;
    }

    final void linkTo(DescribedNode parent) {
        predecessors.add(parent);
        parent.successors.add(this);
        parent.grow(size);
    }

    private void grow(int delta) {
        size += delta;
        predecessors.forEach(parent -> ((DescribedNode) parent).grow(delta));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Set<TopologyDescription.Node> predecessors() {
        return Collections.unmodifiableSet(predecessors);
    }

    @Override
    public Set<TopologyDescription.Node> successors() {
        return Collections.unmodifiableSet(successors);
    }

    final String arrowToSuccessors() {
        return "\n      --> " + names(successors);
    }

    final String arrowFromPredecessors() {
        return "\n      <-- " + names(predecessors);
    }

    private static String names(Set<TopologyDescription.Node> nodes) {
        return nodes.isEmpty()
                ? "none"
                : nodes.stream().map(TopologyDescription.Node::name).collect(Collectors.joining(", "));
    }
}
