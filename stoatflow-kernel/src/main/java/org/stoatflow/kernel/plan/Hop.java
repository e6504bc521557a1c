package org.stoatflow.kernel.plan;

import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.StreamPartitioner;

/**
 * An in-memory edge where Kafka Streams has a repartition topic.
 *
 * @param topic full name of the topic that Kafka Streams would create, application id included
 * @param partitions number of virtual partitions of the topic
 * @param partitioner the partitioner of the first sink into the topic, for {@code explain}; each sink asks its own
 */
public record Hop(
        String topic,
        int partitions,
        @Nullable Serializer<?> keySerializer,
        @Nullable Serializer<?> valueSerializer,
        @Nullable Deserializer<?> keyDeserializer,
        @Nullable Deserializer<?> valueDeserializer,
        @Nullable StreamPartitioner<?, ?> partitioner) {}
