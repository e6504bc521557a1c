package org.stoatflow.restore;

import org.apache.kafka.common.TopicPartition;

/**
 * What is to be done for one store partition.
 *
 * @param changelog the store and its topic
 * @param partition the partition
 * @param from the first offset to read
 * @param to the offset to reach; the last offsets before it may be transaction markers, or a transaction that is not
 *     over yet
 * @param reason why
 * @param completeAtMs when the rows below {@code from} were complete, in milliseconds since 1970; the time of the plan
 *     for a rebuild. Stored with positions until {@code to} is reached
 * @param plannedAtMs the time of the plan, in milliseconds since 1970; stored with the position once {@code to} is
 *     reached
 */
public record RestoreTask(
        StoreChangelog changelog,
        int partition,
        long from,
        long to,
        RestoreReason reason,
        long completeAtMs,
        long plannedAtMs) {
    /**
     * The changelog partition.
     *
     * @return topic and partition
     */
    public TopicPartition topicPartition() {
        return new TopicPartition(changelog.topic(), partition);
    }

    /** The same partition, rebuilt from a log start. */
    RestoreTask rebuilt(long begin, RestoreReason why, long nowMs) {
        return new RestoreTask(changelog, partition, begin, Math.max(begin, to), why, nowMs, nowMs);
    }

    @Override
    public String toString() {
        return "store " + changelog.store() + ", " + topicPartition() + ", offsets " + from + " to " + to + ": it "
                + reason;
    }
}
