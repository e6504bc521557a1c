package org.stoatflow.kernel.plan;

import java.util.OptionalInt;

/** How many partitions a topic has; empty where there is no such topic. The planner's only look at the cluster. */
@FunctionalInterface
public interface TopicPartitions {
    OptionalInt partitionsOf(String topic);
}
