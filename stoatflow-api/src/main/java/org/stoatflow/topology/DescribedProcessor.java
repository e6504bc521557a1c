package org.stoatflow.topology;

import java.util.Collections;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.stoatflow.streams.TopologyDescription;

/** A processor in a description. */
final class DescribedProcessor extends DescribedNode implements TopologyDescription.Processor {
    private final Set<String> stores;

    DescribedProcessor(ProcessorNode processor) {
        super(processor.name());
        Set<String> hashed = new HashSet<>();
        hashed.addAll(processor.stores());
        stores = new HashSet<>(hashed);
    }

    @Override
    public Set<String> stores() {
        return Collections.unmodifiableSet(stores);
    }

    @Override
    public String toString() {
        return "Processor: " + name() + " (stores: " + stores + ")" + arrowToSuccessors() + arrowFromPredecessors();
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof DescribedProcessor other
                && name().equals(other.name())
                && stores.equals(other.stores)
                && predecessors().equals(other.predecessors());
    }

    @Override
    public int hashCode() {
        return Objects.hash(name(), stores);
    }
}
