package org.stoatflow.dsl;

import java.util.Set;
import org.apache.kafka.common.config.ConfigException;
import org.stoatflow.streams.StreamsConfig;

/**
 * How the graph is changed before it is written.
 *
 * @param reuseSourceTopics whether a table that is read from a topic is restored from that topic
 * @param mergeRepartitions whether repartitions behind one change of keys become one
 * @param singleStoreSelfJoin whether a stream that is joined with itself is kept once
 */
public record Optimizations(boolean reuseSourceTopics, boolean mergeRepartitions, boolean singleStoreSelfJoin) {
    /** Leaves the graph as it is. */
    public static final Optimizations NONE = new Optimizations(false, false, false);

    /**
     * Reads a value of {@code topology.optimization}.
     *
     * @param value the value
     * @return what it asks for
     * @throws ConfigException if there is no such optimization
     */
    public static Optimizations of(String value) {
        Set<String> asked = StreamsConfig.verifyTopologyOptimizationConfigs(value);
        return new Optimizations(
                asked.contains(StreamsConfig.REUSE_KTABLE_SOURCE_TOPICS),
                asked.contains(StreamsConfig.MERGE_REPARTITION_TOPICS),
                asked.contains(StreamsConfig.SINGLE_STORE_SELF_JOIN));
    }
}
