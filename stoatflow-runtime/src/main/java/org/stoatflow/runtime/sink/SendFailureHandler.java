package org.stoatflow.runtime.sink;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.OffsetMetadataTooLarge;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SecurityDisabledException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.errors.UnknownServerException;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.error.DropCounts;
import org.stoatflow.kernel.error.ErrorContext;
import org.stoatflow.kernel.error.ErrorDrop;
import org.stoatflow.kernel.error.HandlerFailedException;
import org.stoatflow.kernel.error.HandlerResponse;
import org.stoatflow.kernel.error.Handlers;
import org.stoatflow.kernel.outbox.ChangelogPartition;
import org.stoatflow.kernel.outbox.LetterHeaders;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.outbox.SendingNode;

/**
 * Decides about records that were not taken. A failure of the producer or the cluster, which is not about one record,
 * fails the epoch as in Kafka Streams. So does a failure of a changelog record, since leaving it out would lose state.
 * About all other records it asks the production handler. Owner: the committer's thread.
 */
final class SendFailureHandler {
    private final Handlers handlers;
    private final boolean inTransaction;
    private final OutputTopics topics;
    private final DropCounts drops = new DropCounts();
    private final CommitListener listener;
    private final DeadLetterFailures letterFailures;

    /**
     * Shared. Written by: committer. Read by: the dispatcher's thread. Safe: volatile, one immutable object, one
     * writer. Proof: SharedFieldsTest.
     */
    private volatile @Nullable ErrorContext asked; // the record about which the handler is being asked

    /**
     * @param inTransaction whether records that are not left out are sent again, so that a record's fate can be left
     *     open
     * @param topics knows which topics are there
     */
    SendFailureHandler(Handlers handlers, boolean inTransaction, OutputTopics topics, CommitListener listener) {
        this.handlers = handlers;
        this.inTransaction = inTransaction;
        this.topics = topics;
        this.listener = listener;
        this.letterFailures = new DeadLetterFailures(drops, listener);
    }

    /** The decision about the failed sends of one attempt. */
    sealed interface Decision {
        /** Each record is left out, or is sent again because of another one's failure. */
        record Resolved() implements Decision {}

        /** Some records may pass unchanged the next time. */
        record Again(SendFailure example) implements Decision {}

        /**
         * The epoch cannot be committed.
         *
         * @param isVerdict whether the production handler says so, or has failed
         */
        record Failed(String why, Exception cause, boolean isVerdict) implements Decision {
            Failed(String why, Exception cause) {
                this(why, cause, false);
            }
        }
    }

    DropCounts drops() {
        return drops;
    }

    /** That the handler is being asked, and about which record; empty while it is not. Any thread. */
    Optional<String> asking() {
        return Optional.ofNullable(asked).map(about -> "in the production exception handler, " + about);
    }

    /**
     * Asks the handler about each failed send, and marks the records to be left out in their outboxes.
     *
     * @param letters takes all dead letters; if null, the record's own outbox takes them
     */
    Decision decide(List<SendFailure> all, @Nullable Outbox letters) {
        List<SendFailure> sendFailures = all.stream()
                .filter(sendFailure -> !isConsequence(sendFailure.reason()))
                .map(this::explained)
                .toList();
        if (sendFailures.isEmpty()) {
            return new Decision.Again(all.getFirst());
        }
        for (SendFailure sendFailure : sendFailures) {
            if (isProducersFault(sendFailure) && !isFollowUp(sendFailure, sendFailures)) {
                return new Decision.Failed(sendFailure.describe(), sendFailure.reason());
            }
        }
        LetterHeaders headers = new LetterHeaders();
        Decision decision = new Decision.Resolved();
        for (SendFailure sendFailure : faultFirst(sendFailures)) {
            Decision one = decide(sendFailure, letters, headers);
            if (one instanceof Decision.Failed) {
                return one;
            }
            if (one instanceof Decision.Again) {
                decision = one;
            }
        }
        return decision;
    }

    /** What is said is about the record that was at fault, and not about one that was in a batch with it. */
    private static List<SendFailure> faultFirst(List<SendFailure> all) {
        return all.stream()
                .sorted(Comparator.comparing(sendFailure -> isSharedFate(sendFailure.reason())))
                .toList();
    }

    /** The failure by the fact behind it: a time-out may mean that the topic is not there. */
    private SendFailure explained(SendFailure sendFailure) {
        Outbox outbox = sendFailure.outbox();
        int index = sendFailure.index();
        Exception reason = topics.explain(sendFailure.reason(), outbox.topic(index), outbox.partition(index));
        return new SendFailure(outbox, index, sendFailure.record(), reason);
    }

    private Decision decide(SendFailure sendFailure, @Nullable Outbox letters, LetterHeaders headers) {
        Outbox outbox = sendFailure.outbox();
        ChangelogPartition changelog = sendFailure.changelog();
        if (changelog != null) {
            return new Decision.Failed(
                    "State cannot be written to its changelog (a key of " + sendFailure.keyBytes() + " bytes, topic "
                            + changelog.topic() + ", partition " + changelog.partition() + "): "
                            + sendFailure.describe() + ". Leaving it out would lose state"
                            + advice(sendFailure.reason()),
                    sendFailure.reason());
        }
        if (isProducersFault(sendFailure)) {
            return new Decision.Resolved(); // another record was refused; this one is sent again
        }
        SendingNode sender = outbox.sender(sendFailure.index());
        if (sender == null) {
            return new Decision.Failed(sendFailure.describe(), sendFailure.reason());
        }
        ErrorContext where = outbox.context(sendFailure.index());
        if (sender.deadLetters()) {
            return letterFailures.decide(sendFailure, sender, where, letters == null ? outbox : letters);
        }
        HandlerResponse response;
        try {
            asked = where;
            response = handlers.onRefused(where, sendFailure.record(), sendFailure.reason());
        } catch (HandlerFailedException broken) {
            return new Decision.Failed(broken.getMessage() + " (" + where + ")", broken, true);
        } finally {
            asked = null;
        }
        addDeadLetters(response, sender, where, letters == null ? outbox : letters, headers);
        return switch (response.decision()) {
            case DROP -> {
                outbox.drop(sendFailure.index());
                drops.onDropped(ErrorDrop.REFUSED, where, sendFailure.describe());
                listener.onRefused(where.taskId());
                yield new Decision.Resolved();
            }
            case RETRY ->
                sendFailure.reason() instanceof AbsentTopicException
                        ? new Decision.Failed(
                                sendFailure.describe(), sendFailure.reason()) // in a moment it is no better
                        : new Decision.Again(sendFailure);
            case FAIL ->
                new Decision.Failed(
                        "The production exception handler says FAIL (" + where + "): " + sendFailure.describe()
                                + ". Exception handler choose to FAIL the processing, no more records would be sent.",
                        sendFailure.reason(),
                        true);
        };
    }

    private static String advice(Exception reason) {
        return switch (reason) {
            case RecordTooLargeException tooLarge ->
                "; raise max.message.bytes of the topic and max.request.size of the producer, or keep less in one row";
            case InvalidTimestampException ofTime ->
                "; raise message.timestamp.before.max.ms and message.timestamp.after.max.ms of the topic";
            default -> "";
        };
    }

    private static void addDeadLetters(
            HandlerResponse response, SendingNode sender, ErrorContext where, Outbox letters, LetterHeaders headers) {
        for (ProducerRecord<byte[], byte[]> letter : response.deadLetters()) {
            letters.appendDeadLetter(
                    letter, headers, sender.ofDeadLetters(), where.topic(), where.partition(), where.offset());
        }
    }

    /** Whether the record failed only because another one of its batch or transaction was refused; it is sent again. */
    private boolean isConsequence(Exception reason) {
        return inTransaction && isSharedFate(reason);
    }

    private static boolean isSharedFate(Exception reason) {
        return reason instanceof TransactionAbortableException || reason.getClass() == KafkaException.class;
    }

    /** Whether the error says nothing about one record; Kafka Streams sorts errors in the same way. */
    private static boolean isProducersFault(SendFailure sendFailure) {
        return isProducersFault(sendFailure.reason()) && !DeadLetterFailures.isOfLetter(sendFailure);
    }

    private static boolean isProducersFault(Exception reason) {
        return reason instanceof ProducerFencedException
                || reason instanceof InvalidPidMappingException
                || reason instanceof InvalidProducerEpochException
                || reason instanceof OutOfOrderSequenceException
                || reason instanceof AuthenticationException
                || reason instanceof AuthorizationException
                || reason instanceof SecurityDisabledException
                || reason instanceof InvalidTopicException
                || reason instanceof UnknownServerException
                || reason instanceof SerializationException
                || reason instanceof OffsetMetadataTooLarge
                || reason instanceof IllegalStateException;
    }

    /** Whether an earlier batch was refused, after which the producer may find the batches behind it out of order. */
    private boolean isFollowUp(SendFailure sendFailure, List<SendFailure> all) {
        return inTransaction
                && sendFailure.reason() instanceof OutOfOrderSequenceException
                && all.stream().anyMatch(other -> !isProducersFault(other));
    }
}
