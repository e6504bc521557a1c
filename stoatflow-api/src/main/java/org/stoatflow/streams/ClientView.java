package org.stoatflow.streams;

import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.streams.state.HostInfo;

/** What an instance has: all there is, copies of all stores that can be followed, or nothing. */
record ClientView(
        HostInfo hostInfo,
        Set<String> stateStoreNames,
        Set<TopicPartition> topicPartitions,
        Set<String> standbyStateStoreNames,
        Set<TopicPartition> standbyTopicPartitions)
        implements StreamsMetadata {
    /** An instance without copies. */
    ClientView(HostInfo hostInfo, Set<String> stateStoreNames, Set<TopicPartition> topicPartitions) {
        this(hostInfo, stateStoreNames, topicPartitions, Set.of(), Set.of());
    }

    @Override
    public String host() {
        return hostInfo.host();
    }

    @Override
    public int port() {
        return hostInfo.port();
    }

    /** As in Kafka Streams. */
    @Override
    public String toString() {
        return "StreamsMetadata {hostInfo=" + hostInfo + ", stateStoreNames=" + stateStoreNames + ", topicPartitions="
                + topicPartitions + ", standbyStateStoreNames=" + standbyStateStoreNames + ", standbyTopicPartitions="
                + standbyTopicPartitions + "}";
    }
}
