package org.stoatflow.kernel.plan;

import java.util.OptionalInt;

/**
 * Returns how many partitions a topic has; empty if there is no such topic. The planner learns nothing else of the
 * cluster.
 */
@FunctionalInterface
public interface TopicPartitions {
    OptionalInt partitionsOf(String topic);
}
