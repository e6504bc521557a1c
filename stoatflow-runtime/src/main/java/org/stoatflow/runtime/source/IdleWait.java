package org.stoatflow.runtime.source;

import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;

/**
 * How long a task waits for a partition that has no records here ({@code max.task.idle.ms}). Owner: the dispatcher's
 * thread.
 */
final class IdleWait {
    private final Predicate<TopicPartition> mayHaveMore;
    private final long idleNs;

    /**
     * @param mayHaveMore whether the broker has more records of a partition than were polled, or nobody knows
     * @param idleNs how long to wait for a partition of which the broker is known to have no more; negative for no wait
     *     at all
     */
    IdleWait(Predicate<TopicPartition> mayHaveMore, long idleNs) {
        this.mayHaveMore = mayHaveMore;
        this.idleNs = idleNs;
    }

    /** Whether the other partitions of the task must wait until this queue, which is empty, has a record. */
    boolean isWorthWaitingFor(PartitionQueue empty, long nowNs) {
        if (idleNs < 0) {
            return false;
        }
        if (mayHaveMore.test(empty.partition())) {
            empty.notDry();
            return true;
        }
        return nowNs - empty.dryAtNs(nowNs) < idleNs;
    }
}
