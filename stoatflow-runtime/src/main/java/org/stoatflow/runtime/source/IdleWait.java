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

    /** How often it is told that a task waits for records that do not come. */
    static final Duration TOLD_EVERY = Duration.ofMinutes(1);

    private final Predicate<TopicPartition> mayHaveMore;
    private final long idleNs;
    private long leftNs = Long.MAX_VALUE; // of the waits in this round, until the first one ends by itself

    /**
     * @param mayHaveMore whether the broker has more records of a partition than were polled, or nobody knows
     * @param idleNs how long to wait for a partition of which the broker is known to have no more; negative for no wait
     *     at all
     */
    IdleWait(Predicate<TopicPartition> mayHaveMore, long idleNs) {
        this.mayHaveMore = mayHaveMore;
        this.idleNs = idleNs;
    }

    /** Begins a round of handing out. */
    void begin() {
        leftNs = Long.MAX_VALUE;
    }

    /** How long, from the round on, until records need not wait any more; the longest time where that is not known. */
    long leftNs() {
        return leftNs;
    }

    /** Whether the other partitions of the task must wait until this queue, which is empty, has a record. */
    boolean isWorthWaitingFor(PartitionQueue empty, long nowNs) {
        if (idleNs < 0 || empty.isRevoked()) {
            return false;
        }
        if (mayHaveMore.test(empty.partition())) {
            empty.notDry();
            tellOfLongWait(empty, nowNs);
            return true;
        }
        long restNs = idleNs - (nowNs - empty.dryAtNs(nowNs));
        if (restNs <= 0) {
            return false;
        }
        leftNs = Math.min(leftNs, restNs);
        return true;
    }

    /** As in Kafka Streams the wait has no bound, so that a task processes its records in the order of their times. */
    private static void tellOfLongWait(PartitionQueue empty, long nowNs) {
        if (empty.awaited().isToBeTold(nowNs, TimeSpans.nanos(TOLD_EVERY))) {
            LOG.warn(
                    "partition {}: the broker has records, or does not say that it has none, and none have come for {};"
                            + " the other partitions of its task wait for them. Look at the partition's leader;"
                            + " max.task.idle.ms=-1 waits for none",
                    empty.partition(),
                    TOLD_EVERY);
        }
    }

    /**
     * Whether records of other stages must wait until this queue, which is empty, has a record. Unlike a task, they do
     * not wait for ever: they may have other work to do than to meet this queue's records.
     */
    boolean isWorthWaitingAcrossStages(PartitionQueue empty, long nowNs) {
        if (!isWorthWaitingFor(empty, nowNs)) {
            return false;
        }
        long waitedNs = nowNs - empty.awaited().acrossStagesSinceNs(nowNs);
        if (empty.isDry() || waitedNs < TimeSpans.nanos(ACROSS_STAGES_MAX)) {
            return true;
        }
        if (empty.awaited().giveUp()) {
            LOG.warn(
                    "partition {}: the broker has records that have not come for {}; records of other topics that are"
                            + " joined with them go on without. Look at the partition's leader",
                    empty.partition(),
                    ACROSS_STAGES_MAX);
        }
        return false;
    }
}
