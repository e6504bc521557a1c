package org.stoatflow.topology;

import java.util.List;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.StreamPartitioner;
import org.stoatflow.streams.processor.TopicNameExtractor;

/**
 * Writes records to a topic. Either the topic or the extractor is given.
 *
 * @param name the node's name
 * @param predecessors the names of the nodes it reads from, in the order in which they were given
 * @param topic the topic; null where there is an extractor
 * @param extractor chooses the topic for each record; null where there is a topic
 * @param keySerializer null for that of the default serde
 * @param valueSerializer null for that of the default serde
 * @param partitioner null for the default one
 */
public record SinkNode(
        String name,
        List<String> predecessors,
        @Nullable String topic,
        @Nullable TopicNameExtractor<?, ?> extractor,
        @Nullable Serializer<?> keySerializer,
        @Nullable Serializer<?> valueSerializer,
        @Nullable StreamPartitioner<?, ?> partitioner)
        implements LogicalNode {
    /** Makes a copy of what could still change, and checks that there is one way to find the topic. */
    public SinkNode {
        predecessors = List.copyOf(predecessors);
        if ((topic == null) == (extractor == null)) {
            throw new IllegalArgumentException("Sink " + name + " needs either a topic or an extractor");
        }
    }
}
