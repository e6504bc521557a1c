package org.stoatflow.streams;

import java.util.Set;
import java.util.regex.Pattern;
import org.stoatflow.streams.processor.TopicNameExtractor;

/** The nodes, stores and edges of a topology. Its {@code toString} prints them. */
public interface TopologyDescription {
    /** A part of a topology that shares no node and no store with the other parts. */
    interface Subtopology {
        /**
         * The part's number, which stands in its task ids.
         *
         * @return the number
         */
        int id();

        /**
         * The nodes of the part.
         *
         * @return the nodes, sources first
         */
        Set<Node> nodes();
    }

    /** A store that every instance holds completely. */
    interface GlobalStore {
        /**
         * Reads the topic.
         *
         * @return the node
         */
        Source source();

        /**
         * Updates the store.
         *
         * @return the node
         */
        Processor processor();

        /**
         * The part's number.
         *
         * @return the number
         */
        int id();
    }

    /** A node. */
    interface Node {
        /**
         * The node's name.
         *
         * @return the name
         */
        String name();

        /**
         * The nodes it reads from.
         *
         * @return the nodes
         */
        Set<Node> predecessors();

        /**
         * The nodes that read from it.
         *
         * @return the nodes
         */
        Set<Node> successors();
    }

    /** A node that reads topics. */
    interface Source extends Node {
        /**
         * The topics.
         *
         * @return the names; null where there is a pattern
         */
        Set<String> topicSet();

        /**
         * Matches the topics.
         *
         * @return the pattern; null where the topics are listed
         */
        Pattern topicPattern();
    }

    /** A node that runs a processor. */
    interface Processor extends Node {
        /**
         * The stores it uses.
         *
         * @return the names
         */
        Set<String> stores();
    }

    /** A node that writes a topic. */
    interface Sink extends Node {
        /**
         * The topic.
         *
         * @return the name; null where there is an extractor
         */
        String topic();

        /**
         * Chooses the topic.
         *
         * @return the extractor; null where there is a topic
         */
        TopicNameExtractor<?, ?> topicNameExtractor();
    }

    /**
     * The parts that have tasks.
     *
     * @return the parts, by number
     */
    Set<Subtopology> subtopologies();

    /**
     * The global stores.
     *
     * @return the stores, by number
     */
    Set<GlobalStore> globalStores();
}
