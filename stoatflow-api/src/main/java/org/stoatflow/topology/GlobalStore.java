package org.stoatflow.topology;

/**
 * A store that holds all partitions of a topic, and that every processor may read. A source and a processor of its own
 * follow the topic; they are in no sub-topology, and no task runs them. Immutable.
 *
 * @param id the number that the part of the topology has, which no sub-topology has
 * @param source reads the one topic
 * @param processor writes the store
 * @param store the store, whose source topic is the topic
 * @param reprocessed whether records that are read at a start go through the processor too; if not, they are rows of
 *     the store as they are
 */
public record GlobalStore(
        int id, SourceNode source, ProcessorNode processor, StoreDeclaration store, boolean reprocessed) {
    /**
     * The store's name.
     *
     * @return the name, which no other store of the topology has
     */
    public String name() {
        return store.builder().name();
    }

    /**
     * The topic that the store holds.
     *
     * @return the topic's name
     */
    public String topic() {
        return source.topics().getFirst();
    }
}
