package org.stoatflow.operator;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the keys of one of the tables of a foreign-key join, under the topic's name that Kafka Streams gives
 * to serdes. Belongs to one operator.
 */
record KeyBytes<K>(String topic, Serializer<K> serializer, Deserializer<K> deserializer) {
    KeyBytes(String topic, Serde<K> serde) {
        this(topic, serde.serializer(), serde.deserializer());
    }

    @SuppressWarnings("NullAway") // serializers take and give null
    byte[] write(@Nullable K key, Headers headers) {
        return serializer.serialize(topic, headers, key);
    }

    K read(byte[] bytes, Headers headers) {
        return deserializer.deserialize(topic, headers, bytes);
    }
}
