package org.stoatflow.runtime.cluster;

import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * A transaction without an outcome.
 *
 * @param id its transactional id
 * @param state the name of its state
 * @param startedMs when it was begun; empty where brokers do not say
 * @param timeoutMs after which time brokers end it
 * @param partitions what it has written to
 */
public record OpenTransaction(
        String id, String state, OptionalLong startedMs, long timeoutMs, Set<TopicPartition> partitions) {}
