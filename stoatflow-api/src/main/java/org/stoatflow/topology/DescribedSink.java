package org.stoatflow.topology;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.TopologyDescription;
import org.stoatflow.streams.processor.TopicNameExtractor;

/** A sink in a description. */
final class DescribedSink extends DescribedNode implements TopologyDescription.Sink {
    private final SinkNode sink;

    DescribedSink(SinkNode sink) {
        super(sink.name());
        this.sink = sink;
    }

    @Override
    public @Nullable String topic() {
        return sink.topic();
    }

    @Override
    public @Nullable TopicNameExtractor<?, ?> topicNameExtractor() {
        return sink.extractor();
    }

    @Override
    public String toString() {
        String target = sink.topic() == null ? "extractor class: " + sink.extractor() : "topic: " + sink.topic();
        return "Sink: " + name() + " (" + target + ")" + arrowFromPredecessors();
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof DescribedSink other
                && name().equals(other.name())
                && Objects.equals(sink.topic(), other.sink.topic())
                && Objects.equals(sink.extractor(), other.sink.extractor())
                && predecessors().equals(other.predecessors());
    }

    @Override
    public int hashCode() {
        return Objects.hash(name(), sink.topic(), sink.extractor());
    }
}
