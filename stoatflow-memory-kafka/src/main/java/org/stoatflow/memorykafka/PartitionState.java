package org.stoatflow.memorykafka;

import org.apache.kafka.common.TopicPartition;
import org.stoatflow.memorykafka.ConsumerOptions.OffsetReset;

/**
 * What a consumer knows about one partition that it is assigned ({@code SubscriptionState.TopicPartitionState}).
 */
final class PartitionState {
    static final long UNKNOWN = -1;

    PartitionLog log;
    /** The next offset to read, or {@link #UNKNOWN} until it is looked up. */
    long position = UNKNOWN;
    /** The leader epoch of the record before the position, or {@link LeaderEpochs#UNKNOWN}. */
    int positionEpoch = LeaderEpochs.UNKNOWN;
    /** The leader that has confirmed the position last. */
    int confirmedBy = LeaderEpochs.UNKNOWN;
    /** When the leader is asked again about a position that it does not have. */
    long askedAgainAtMs;
    /** The end of the log when it was fetched last, or {@link #UNKNOWN}. */
    long knownEnd = UNKNOWN;
    /** Where to look the position up: NONE for the committed offset, else an end of the log. */
    OffsetReset reset = OffsetReset.NONE;

    boolean isPaused;

    PartitionState(PartitionLog log) {
        this.log = log;
    }

    TopicPartition partition() {
        return log.id;
    }

    void seek(long offset) {
        seek(offset, LeaderEpochs.UNKNOWN);
    }

    /** Seeks to a position that the leader is asked about, where the epoch before it is known. */
    void seek(long offset, int epoch) {
        position = offset;
        positionEpoch = epoch;
        confirmedBy = LeaderEpochs.UNKNOWN;
        askedAgainAtMs = 0;
        reset = OffsetReset.NONE;
    }

    /** Whether the leader has not been asked yet whether it has what was read before the position. */
    boolean isUnconfirmed() {
        return position != UNKNOWN
                && positionEpoch != LeaderEpochs.UNKNOWN
                && confirmedBy != log.leaderEpochs.current();
    }

    /** Goes on behind an entry that was read. */
    void read(LogEntry entry) {
        position = entry.offset + 1;
        positionEpoch = entry.leaderEpoch;
        confirmedBy = log.leaderEpochs.current();
    }

    /** Whether the partition is there. Where it has been deleted and made anew, the state goes on in the new log. */
    boolean isThere(Broker broker) {
        if (log.topic.isDeleted()) {
            log = broker.topics.logOrGone(log.id);
            positionEpoch = LeaderEpochs.UNKNOWN;
        }
        return !log.topic.isDeleted();
    }

    void seekToEnd(OffsetReset end) {
        position = UNKNOWN;
        reset = end;
    }

    /** Forgets the position; the committed offset is looked up again. */
    void rewind() {
        position = UNKNOWN;
        reset = OffsetReset.NONE;
    }
}
