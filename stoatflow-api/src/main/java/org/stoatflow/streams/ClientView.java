package org.stoatflow.streams;

import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.streams.state.HostInfo;

/** What an instance has: all there is, or nothing. There are no standbys. */
record ClientView(HostInfo hostInfo, Set<String> stateStoreNames, Set<TopicPartition> topicPartitions)
        implements StreamsMetadata {
    @Override
    public Set<TopicPartition> standbyTopicPartitions() {
        return Set.of();
    }

    @Override
    public Set<String> standbyStateStoreNames() {
        return Set.of();
    }

    @Override
    public String host() {
        return hostInfo.host();
    }

    @Override
    public int port() {
        return hostInfo.port();
    }
}
