package org.stoatflow.runtime.topics;

import java.util.Set;
import java.util.TreeSet;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.topology.InternalTopics;
import org.stoatflow.topology.LogicalTopology;

/** The internal topics that a topology names, whether they are there or not, for tools. */
public final class OwnTopics {
    private OwnTopics() {}

    /** The changelogs of its stores, and what Kafka Streams has between its sub-topologies. */
    public static Set<String> of(Topology topology, StreamsConfig config) {
        LogicalTopology logical = TopologyAccess.logical(topology, config);
        InternalTopics names = new InternalTopics(config.getString(StreamsConfig.APPLICATION_ID_CONFIG));
        Set<String> topics = new TreeSet<>();
        logical.stores().keySet().forEach(store -> topics.add(names.changelog(store)));
        logical.repartitionTopics().keySet().forEach(name -> topics.add(names.repartition(name)));
        return topics;
    }
}
