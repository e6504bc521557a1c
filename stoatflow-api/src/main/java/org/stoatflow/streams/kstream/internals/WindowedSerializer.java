package org.stoatflow.streams.kstream.internals;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;
import org.stoatflow.streams.kstream.Windowed;

/**
 * A serializer of keys with windows that can write the key alone, from which the partition is chosen: all windows of a
 * key are in one partition.
 *
 * @param <T> the type of the key within
 */
public interface WindowedSerializer<T> extends Serializer<Windowed<T>> {
    /**
     * Writes the key without its window.
     *
     * @param topic the topic
     * @param data key and window
     * @return the key's bytes
     */
    byte[] serializeBaseKey(String topic, Windowed<T> data);

    /**
     * Writes the key without its window.
     *
     * @param topic the topic
     * @param headers the record's headers
     * @param data key and window
     * @return the key's bytes
     */
    default byte[] serializeBaseKey(String topic, Headers headers, Windowed<T> data) {
        return serializeBaseKey(topic, data);
    }
}
