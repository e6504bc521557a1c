package org.stoatflow.state;

import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Which serdes hand through arrays that somebody else may write. Overlays, caches, hops and outboxes keep bytes for
 * longer than Kafka Streams does, which gives them to RocksDB and the producer at once. So what a serializer gives is
 * copied, unless it is known to make a new array each time: one of the user's may fill the same buffer again, or hand
 * through the array that a function goes on writing. In the same way a deserializer may make an object of the array
 * that it is given.
 */
public final class OwnBytes {
    private OwnBytes() {}

    /**
     * Whether what it gives must be copied before it is kept.
     *
     * @param serializer the serializer
     * @return false if it makes a new array each time
     */
    public static boolean mustCopy(Serializer<?> serializer) {
        return !makesNew(serializer.getClass());
    }

    /**
     * Whether bytes that are kept must be copied before it is given them.
     *
     * @param deserializer the deserializer
     * @return false if what it makes has nothing to do with the array
     */
    public static boolean mustCopy(Deserializer<?> deserializer) {
        return !makesNew(deserializer.getClass());
    }

    /**
     * Whether it takes no notice of headers: Kafka's own.
     *
     * @param serializerOrDeserializer either
     * @return true if it need not be given any
     */
    public static boolean ignoresHeaders(Object serializerOrDeserializer) {
        Class<?> type = serializerOrDeserializer.getClass();
        return makesNew(type) || KafkaSerdes.isOfArrays(type) || KafkaSerdes.isOfBuffers(type);
    }

    private static boolean makesNew(Class<?> type) {
        return KafkaSerdes.isOfObjects(type) || KafkaSerdes.isOfNothing(type);
    }
}
