package org.stoatflow.runtime.sink;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.SourcePosition;

/** The next step of the commit of an epoch, with the values that exist only until it is done. */
sealed interface CommitStep {
    /** Whether a transaction may be open whose commit has not been called. */
    default boolean mayBeOpen() {
        return this instanceof Sending
                || this instanceof AwaitingAnswers awaiting && awaiting.failure() == null
                || this instanceof AddingOffsets;
    }

    /** No transaction is open. */
    record Sending() implements CommitStep {}

    /**
     * Nothing more is sent, and answers are missing.
     *
     * @param failure what the producer has thrown, whose transaction is aborted: an answer will say why; null while the
     *     transaction is open, and all is flushed
     */
    record AwaitingAnswers(
            SentRecords sentRecords, @Nullable RuntimeException failure) implements CommitStep {}

    /**
     * The transaction holds all records.
     *
     * @param sentRecords the records, all acknowledged
     */
    record AddingOffsets(SentRecords sentRecords, long sentNs) implements CommitStep {}

    /**
     * A partition is gone whose position was to be added, and the producer waits for it.
     *
     * @param sentRecords the records of the transaction, which is not committed
     */
    record Renewing(SentRecords sentRecords) implements CommitStep {}

    /** The transaction was aborted, since the group has a new generation. */
    record AwaitingGroup(ConsumerGroupMetadata stale, long sinceNs) implements CommitStep {}

    /**
     * The commit comes next. From here on the outcome may be unknown.
     *
     * @param proof whether the brokers are asked, so that an answer proves who owns the partitions
     */
    record Committing(SentRecords sentRecords, long sentNs, boolean proof) implements CommitStep {}

    /** @param fixedNs the part of the commit's time that does not grow with the number of records */
    record Applying(long fixedNs, boolean proof) implements CommitStep {}

    /** @param positions the committed positions of the sources */
    record Applied(Map<TopicPartition, SourcePosition> positions) implements CommitStep {}
}
