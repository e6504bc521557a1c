package org.stoatflow.streams.processor.internals;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Which topics stores are made of. Kept under this name, in a field of {@link org.stoatflow.streams.KafkaStreams},
 * because Spring Cloud Stream asks it by reflection which application has a store.
 */
public final class TopologyMetadata {
    private final Map<String, List<String>> topicsByStore;

    /**
     * Creates the metadata.
     *
     * @param topicsByStore the topics of the sources above each store
     */
    public TopologyMetadata(Map<String, List<String>> topicsByStore) {
        this.topicsByStore = Map.copyOf(topicsByStore);
    }

    /**
     * The topics of the sources above the processors that use a store.
     *
     * @param storeName the store
     * @param topologyName not used: there is one topology
     * @return the topics, with the application id where they are internal; empty where there is no such store, and for
     *     a global one
     */
    public Collection<String> sourceTopicsForStore(String storeName, String topologyName) {
        return topicsByStore.getOrDefault(storeName, List.of());
    }
}
