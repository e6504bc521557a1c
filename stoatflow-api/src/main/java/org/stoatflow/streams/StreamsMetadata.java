package org.stoatflow.streams;

import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.streams.state.HostInfo;

/** What one instance of an application works with. Immutable. */
public interface StreamsMetadata {
    /**
     * Where the instance can be reached.
     *
     * @return the address that {@code application.server} says
     */
    HostInfo hostInfo();

    /**
     * The stores that the instance works with.
     *
     * @return their names
     */
    Set<String> stateStoreNames();

    /**
     * The partitions that the instance reads.
     *
     * @return the partitions
     */
    Set<TopicPartition> topicPartitions();

    /**
     * The partitions of whose stores the instance has copies.
     *
     * @return the partitions
     */
    Set<TopicPartition> standbyTopicPartitions();

    /**
     * The stores of which the instance has copies.
     *
     * @return their names
     */
    Set<String> standbyStateStoreNames();

    /**
     * The host at which the instance can be reached.
     *
     * @return name or address
     */
    String host();

    /**
     * The port at which the instance can be reached.
     *
     * @return the number
     */
    int port();

    /**
     * Compares by address, stores and partitions.
     *
     * @param o what to compare with
     * @return whether all of it is equal
     */
    @Override
    boolean equals(Object o);

    @Override
    int hashCode();
}
