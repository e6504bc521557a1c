package org.stoatflow.topology;

import java.util.Objects;
import org.stoatflow.streams.TopologyDescription;

/** A global store in a description. */
final class DescribedGlobalStore implements TopologyDescription.GlobalStore {
    private final int id;
    private final DescribedSource source;
    private final DescribedProcessor processor;

    DescribedGlobalStore(GlobalStore store) {
        id = store.id();
        source = new DescribedSource(store.source());
        processor = new DescribedProcessor(store.processor());
        processor.linkTo(source);
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public TopologyDescription.Source source() {
        return source;
    }

    @Override
    public TopologyDescription.Processor processor() {
        return processor;
    }

    @Override
    public String toString() {
        return "Sub-topology: " + id + " for global store (will not generate tasks)\n"
                + "    " + source + "\n"
                + "    " + processor + "\n";
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof DescribedGlobalStore other
                && source.equals(other.source)
                && processor.equals(other.processor);
    }

    @Override
    public int hashCode() {
        return Objects.hash(source, processor);
    }
}
