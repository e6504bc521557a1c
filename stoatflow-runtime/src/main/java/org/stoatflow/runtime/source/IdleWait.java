package org.stoatflow.runtime.source;

import java.time.Duration;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;

/**
 * How long records wait for a partition that has none here ({@code max.task.idle.ms}). Owner: the dispatcher's thread.
 */
final class IdleWait {
    private static final Logger LOG = LoggerFactory.getLogger(IdleWait.class);

    /**
     * Longest wait of other stages' records for a partition of which the broker has more, and nothing comes. Twice the
     * age at which the consumer asks for metadata anew, so that a topic that was deleted is noticed before.
     */
    static final Duration ACROSS_STAGES_MAX = Duration.ofMinutes(10);

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
        if (idleNs < 0 || empty.isRevoked()) {
            return false;
        }
        if (mayHaveMore.test(empty.partition())) {
            empty.notDry();
            return true;
        }
        return nowNs - empty.dryAtNs(nowNs) < idleNs;
    }

    /**
     * Whether records of other stages must wait until this queue, which is empty, has a record. Unlike a task, they do
     * not wait for ever: they may have other work to do than to meet this queue's records.
     */
    boolean isWorthWaitingAcrossStages(PartitionQueue empty, long nowNs) {
        if (!isWorthWaitingFor(empty, nowNs)) {
            return false;
        }
        long waitedNs = nowNs - empty.awaitedSinceNs(nowNs);
        if (empty.isDry() || waitedNs < TimeSpans.nanos(ACROSS_STAGES_MAX)) {
            return true;
        }
        if (empty.giveUp()) {
            LOG.warn(
                    "partition {}: the broker has records that have not come for {}; records of other topics that are"
                            + " joined with them go on without. Look at the partition's leader",
                    empty.partition(),
                    ACROSS_STAGES_MAX);
        }
        return false;
    }
}
