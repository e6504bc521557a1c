package org.stoatflow.topology;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.TopologyDescription;

/** A source in a description. */
final class DescribedSource extends DescribedNode implements TopologyDescription.Source {
    private final @Nullable Set<String> topics;
    private final @Nullable Pattern pattern;

    DescribedSource(SourceNode source) {
        super(source.name());
        topics = source.topics().isEmpty() ? null : new HashSet<>(source.topics());
        pattern = source.pattern();
    }

    @Override
    public @Nullable Set<String> topicSet() {
        return topics;
    }

    @Override
    public @Nullable Pattern topicPattern() {
        return pattern;
    }

    @Override
    public String toString() {
        return "Source: " + name() + " (topics: " + (topics == null ? pattern : topics) + ")" + arrowToSuccessors();
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof DescribedSource other
                && name().equals(other.name())
                && Objects.equals(topics, other.topics)
                && Objects.equals(Objects.toString(pattern), Objects.toString(other.pattern));
    }

    @Override
    public int hashCode() {
        return Objects.hash(name(), topics, Objects.toString(pattern));
    }
}
