package org.stoatflow.restore;

import org.apache.kafka.common.TopicPartition;

/**
 * What is to be done for one store partition.
 *
 * @param changelog the store and its topic
 * @param partition the partition
 * @param from the first offset to read
 * @param goal how far to read; the last offsets before its end may be transaction markers, or a transaction that is not
 *     over yet
 * @param reason why
 * @param completeAtMs when the rows below {@code from} were complete, in milliseconds since 1970; the time of the plan
 *     for a rebuild. Stored with positions until the end is reached
 * @param plannedAtMs when the goal's end was asked for, in milliseconds since 1970; stored with positions once it is
 *     reached
 */
public record RestoreTask(
        StoreChangelog changelog,
        int partition,
        long from,
        RestoreGoal goal,
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

    /** The offset to reach. */
    public long to() {
        return goal.end();
    }

    /**
     * The same, to be followed on and on. Rows that miss nothing are complete now, however long ago they were written.
     *
     * @return the task of a follower
     */
    public RestoreTask following() {
        return following(new RestoreGoal.Follow(to(), to()));
    }

    /**
     * The same of a source topic, of which no more is taken than is committed. Up to the end of this task all is.
     *
     * @param committed tells how far the application is
     * @return the task of a follower
     */
    public RestoreTask following(CommittedOffsets committed) {
        return following(new RestoreGoal.Follow(to(), to(), to(), committed));
    }

    private RestoreTask following(RestoreGoal.Follow goal) {
        boolean missesNothing = reason == RestoreReason.UP_TO_DATE;
        return new RestoreTask(
                changelog,
                partition,
                from,
                goal,
                missesNothing ? RestoreReason.TAIL : reason,
                missesNothing ? plannedAtMs : completeAtMs,
                plannedAtMs);
    }

    /** The same partition, rebuilt from a log start. */
    RestoreTask rebuilt(long begin, RestoreGoal anew, RestoreReason why, long nowMs) {
        return new RestoreTask(changelog, partition, begin, anew, why, nowMs, nowMs);
    }

    /** The same, with another end to reach: the rows have reached the one of this plan. */
    RestoreTask reached(RestoreGoal.Follow next, long nowMs) {
        return new RestoreTask(changelog, partition, from, next, RestoreReason.TAIL, plannedAtMs, nowMs);
    }

    /** The same, with another end that was heard of last. */
    RestoreTask heard(RestoreGoal.Follow of) {
        return new RestoreTask(changelog, partition, from, of, reason, completeAtMs, plannedAtMs);
    }

    @Override
    public String toString() {
        return "store " + changelog.store() + ", " + topicPartition() + ", offsets " + from + " to " + to() + ": it "
                + reason;
    }
}
