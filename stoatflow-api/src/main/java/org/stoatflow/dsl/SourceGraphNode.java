package org.stoatflow.dsl;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.errors.TopologyException;
import org.stoatflow.topology.ResetPolicy;

/**
 * A stream's source. Sources that read the same topics are merged into the first one before the topology is written.
 */
final class SourceGraphNode extends GraphNode {
    private final Set<String> topics;
    private final @Nullable Pattern pattern;
    private final @Nullable ResetPolicy resetPolicy;

    SourceGraphNode(String name, Set<String> topics, @Nullable Pattern pattern, ConsumedInternals<?, ?> consumed) {
        super(name, (topology, parents) -> topology.addSource(consumed.source(name, new ArrayList<>(topics), pattern)));
        this.topics = new HashSet<>(topics);
        this.pattern = pattern;
        resetPolicy = consumed.resetPolicy();
    }

    /** Whether the other source reads all topics that this one reads, and no others. */
    boolean readsSameAs(SourceGraphNode other) {
        if (pattern != null && other.pattern != null) {
            return pattern.pattern().equals(other.pattern.pattern()) && pattern.flags() == other.pattern.flags();
        }
        return pattern == null && other.pattern == null && topics.equals(other.topics);
    }

    boolean overlaps(SourceGraphNode other) {
        return topics.stream().anyMatch(other.topics::contains);
    }

    void merge(SourceGraphNode other) {
        if (!Objects.equals(resetPolicy, other.resetPolicy)) {
            throw new TopologyException("Two streams read the same topics with different offset reset policies");
        }
        adopt(other);
    }
}
