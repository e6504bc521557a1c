package org.stoatflow.runtime.sink;

import java.time.Duration;
import org.stoatflow.config.TimeSpans;

/**
 * Bounds the attempts to commit one epoch. Each question to this class counts one more attempt. Owner: the committer's
 * thread.
 */
final class CommitAttempts {
    /** How often an epoch is sent, each time without the records that were refused before. */
    private static final int SENT_MAX = 1_000;

    /** For how long the same records are sent. One attempt may wait for the brokers for {@code max.block.ms}. */
    private static final long UNCHANGED_NS = TimeSpans.nanos(Duration.ofMinutes(1));

    private final int commitMax;
    private final int unchangedMax;
    private int sent;
    private int unchanged;
    private int ofGroup;
    private int unanswered;
    private boolean isProducerRenewed;

    /**
     * @param commitMax how often a commit that is not answered is asked for, and how often the group may refuse the
     *     offsets
     * @param unchangedMax how often the same records are sent
     */
    CommitAttempts(int commitMax, int unchangedMax) {
        this.commitMax = commitMax;
        this.unchangedMax = unchangedMax;
    }

    /** Records were refused. Whether this was the last attempt, whatever was decided about them. */
    boolean isLastToSend() {
        sent++;
        return sent >= SENT_MAX;
    }

    int sent() {
        return sent;
    }

    /**
     * The same records would be sent again. Whether this was the last attempt.
     *
     * @param sinceNs how long ago the first attempt began
     */
    boolean isLastUnchanged(long sinceNs) {
        unchanged++;
        return unchanged >= unchangedMax || sinceNs >= UNCHANGED_NS;
    }

    int unchanged() {
        return unchanged;
    }

    /** The group has refused the offsets. Whether this was the last attempt. */
    boolean isLastOfGroup() {
        ofGroup++;
        return ofGroup > commitMax;
    }

    int ofGroup() {
        return ofGroup;
    }

    /** The producer was made anew, since a call of the one before was ended. */
    void onProducerRenewed() {
        isProducerRenewed = true;
    }

    boolean isProducerRenewed() {
        return isProducerRenewed;
    }

    /** A commit was not answered. Whether this was the last attempt. */
    boolean isLastToCommit() {
        unanswered++;
        return unanswered >= commitMax;
    }

    int unanswered() {
        return unanswered;
    }

    /** Whether the commit was asked for before, without an answer. */
    boolean isCommitUnanswered() {
        return unanswered > 0;
    }
}
