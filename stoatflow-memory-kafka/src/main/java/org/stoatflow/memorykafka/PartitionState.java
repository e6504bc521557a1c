package org.stoatflow.memorykafka;

import org.apache.kafka.common.TopicPartition;
import org.stoatflow.memorykafka.ConsumerOptions.OffsetReset;

/**
 * What a consumer knows about one partition that it is assigned ({@code SubscriptionState.TopicPartitionState}).
 */
final class PartitionState {
    static final long UNKNOWN = -1;

    final PartitionLog log;
    /** The next offset to read, or {@link #UNKNOWN} until it is looked up. */
    long position = UNKNOWN;
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
        position = offset;
        reset = OffsetReset.NONE;
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
