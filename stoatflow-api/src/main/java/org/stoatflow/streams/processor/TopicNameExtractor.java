package org.stoatflow.streams.processor;

/**
 * Chooses the topic of each record at a sink. Called by the lane that writes the record; one instance serves all lanes.
 *
 * @param <K> the type of the key
 * @param <V> the type of the value
 */
public interface TopicNameExtractor<K, V> {
    /**
     * Returns the topic to write the record to. The topic must exist, and must not be an internal one.
     *
     * @param key the record's key
     * @param value the record's value
     * @param recordContext where the record came from
     * @return the topic's name
     */
    String extract(K key, V value, RecordContext recordContext);
}
