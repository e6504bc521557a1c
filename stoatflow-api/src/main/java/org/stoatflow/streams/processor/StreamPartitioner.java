package org.stoatflow.streams.processor;

import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.header.Headers;

/**
 * Chooses the partitions of a topic to which a record is written. Called by the lane that writes the record; one
 * instance serves all lanes, so it must be safe for use by several threads at once.
 *
 * @param <K> the type of the key
 * @param <V> the type of the value
 */
public interface StreamPartitioner<K, V> {
    /**
     * Chooses the partitions.
     *
     * @param topic the topic that is written to
     * @param key the record's key
     * @param value the record's value
     * @param numPartitions how many partitions the topic has
     * @return an empty optional for the default (the hash of the key), an empty set to drop the record, else the
     *     partitions, each in 0 to {@code numPartitions - 1}, each of which gets the record
     * @deprecated implement it, and call {@link #partitions(String, Object, Object, Headers, int)}
     */
    @Deprecated
    Optional<Set<Integer>> partitions(String topic, K key, V value, int numPartitions);

    /**
     * Chooses the partitions of a record with headers. This is what is called; by default it does without the headers.
     *
     * @param topic the topic that is written to
     * @param key the record's key
     * @param value the record's value
     * @param headers the record's headers, to be read only
     * @param numPartitions how many partitions the topic has
     * @return as of {@link #partitions(String, Object, Object, int)}
     */
    @SuppressWarnings("deprecation") // the one that all partitioners have
    default Optional<Set<Integer>> partitions(String topic, K key, V value, Headers headers, int numPartitions) {
        return partitions(topic, key, value, numPartitions);
    }
}
