package org.stoatflow.topology;

/**
 * A topic that Kafka Streams would create between two sub-topologies. The engine turns sink, topic and source into a
 * hop.
 *
 * @param name the topic's name without the application id, as in {@code counts-repartition}
 * @param partitions how many partitions the user asked for; -1 for as many as Kafka Streams would choose
 */
public record RepartitionTopic(String name, int partitions) {}
