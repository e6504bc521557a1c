package org.stoatflow.streams;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keys of Kafka Streams that have no effect here, so that nobody sets one and waits for it to work. */
final class UnservedKeys {
    private static final Logger LOG = LoggerFactory.getLogger(StreamsConfig.class);

    private static final Set<String> KEYS = Set.of(
            "built.in.metrics.version",
            "default.dsl.store",
            "group.protocol",
            "log.summary.interval.ms",
            "max.warmup.replicas",
            "probing.rebalance.interval.ms",
            "rack.aware.assignment.non_overlap_cost",
            "rack.aware.assignment.strategy",
            "rack.aware.assignment.tags",
            "rack.aware.assignment.traffic_cost",
            "repartition.purge.interval.ms",
            "task.assignor.class",
            "topology.description.push.enabled");

    private UnservedKeys() {}

    static Set<String> names() {
        return KEYS;
    }

    static void warnOf(Collection<String> keys) {
        Set<String> unserved = new TreeSet<>(keys);
        unserved.retainAll(KEYS);
        if (!unserved.isEmpty()) {
            LOG.warn("Keys of Kafka Streams that have no effect in StoatFlow are set: {}", unserved);
        }
    }

    /** Warns of numbers that the protocol in which brokers assign tasks has no place for, as Kafka Streams does. */
    static void warnOfReplicas(int warmup, int standby) {
        if (warmup != 0) {
            LOG.warn("Warmup replicas are not supported yet with the streams protocol and will be ignored."
                    + " If you want to use warmup replicas, please set group.protocol=classic.");
        }
        if (standby != 0) {
            LOG.warn("Standby replicas are configured broker-side in the streams group protocol and will be ignored."
                    + " Please use the admin client or kafka-configs.sh to set the streams groups's standby replicas.");
        }
    }
}
