package org.stoatflow.topology;

import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.TimestampExtractor;

/**
 * Reads topics into the topology.
 *
 * @param name the node's name
 * @param topics the topics, in the order in which they were given; empty where there is a pattern
 * @param pattern matches the topics; null where they are listed
 * @param keyDeserializer null for that of the default serde
 * @param valueDeserializer null for that of the default serde
 * @param timestampExtractor null for the default one
 * @param offsetReset null for the consumer's configuration
 */
public record SourceNode(
        String name,
        List<String> topics,
        @Nullable Pattern pattern,
        @Nullable Deserializer<?> keyDeserializer,
        @Nullable Deserializer<?> valueDeserializer,
        @Nullable TimestampExtractor timestampExtractor,
        @Nullable ResetPolicy offsetReset)
        implements LogicalNode {
    /** Makes a copy of what could still change. */
    public SourceNode {
        topics.forEach(topic -> Objects.requireNonNull(topic, "topic names cannot be null"));
        topics = List.copyOf(topics);
    }

    @Override
    public List<String> predecessors() {
        return List.of();
    }
}
