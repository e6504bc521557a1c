package org.stoatflow.runtime.sink;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.OffsetMetadataTooLarge;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.SecurityDisabledException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.errors.UnknownServerException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.fault.DropCounts;
import org.stoatflow.kernel.fault.FaultContext;
import org.stoatflow.kernel.fault.FaultDrop;
import org.stoatflow.kernel.fault.HandlerVerdict;
import org.stoatflow.kernel.fault.Handlers;
import org.stoatflow.kernel.fault.Verdict;
import org.stoatflow.kernel.outbox.ChangelogPartition;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.outbox.Sender;

/**
 * Decides about records that were not taken. What is wrong with the producer or the cluster, not with a record, fails
 * as in Kafka Streams; so does a changelog's record, since state without it would be lost; about all others the
 * production handler is asked. Owner: the committer's thread.
 */
final class Refusals {
    private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

    private final Handlers handlers;
    private final boolean inTransaction;
    private final DropCounts drops = new DropCounts();
    private final CommitWatch watch;

    /** @param inTransaction whether what is not left out is sent again, so that a record's fate can be left open */
    Refusals(Handlers handlers, boolean inTransaction, CommitWatch watch) {
        this.handlers = handlers;
        this.inTransaction = inTransaction;
        this.watch = watch;
    }

    /** What is decided about the refusals of one attempt. */
    sealed interface Decision {
        /** All of them are left out; others are sent. */
        record Resolved() implements Decision {}

        /** Some may pass unchanged the next time. */
        record Again(Refusal example) implements Decision {}

        /** The epoch cannot be committed. */
        record Failed(String why, Exception cause) implements Decision {}
    }

    DropCounts drops() {
        return drops;
    }

    /**
     * Asks about each refusal; those to be left out are marked in their outboxes.
     *
     * @param letters takes all dead letters; the refusal's own outbox if null
     */
    Decision decide(List<Refusal> all, @Nullable Outbox letters) {
        List<Refusal> refusals =
                all.stream().filter(refusal -> !isConsequence(refusal.reason())).toList();
        if (refusals.isEmpty()) {
            return new Decision.Again(all.getFirst());
        }
        for (Refusal refusal : refusals) {
            if (isProducersFault(refusal.reason()) && !isFollowUp(refusal, refusals)) {
                return new Decision.Failed(refusal.describe(), refusal.reason());
            }
        }
        Decision decision = new Decision.Resolved();
        for (Refusal refusal : refusals) {
            Decision one = decide(refusal, letters);
            if (one instanceof Decision.Failed) {
                return one;
            }
            if (one instanceof Decision.Again) {
                decision = one;
            }
        }
        return decision;
    }

    private Decision decide(Refusal refusal, @Nullable Outbox letters) {
        Outbox outbox = refusal.outbox();
        ChangelogPartition changelog = refusal.changelog();
        if (changelog != null) {
            return new Decision.Failed(
                    "State cannot be written to its changelog (a key of " + refusal.keyBytes() + " bytes, topic "
                            + changelog.topic() + ", partition " + changelog.partition() + "): " + refusal.describe()
                            + ". Leaving it out would lose state; raise max.message.bytes of the topic and"
                            + " max.request.size of the producer, or keep less in one row",
                    refusal.reason());
        }
        if (isProducersFault(refusal.reason())) {
            return new Decision.Resolved(); // what really was refused is among the others; this is sent again
        }
        Sender sender = outbox.sender(refusal.index());
        if (sender == null) {
            return new Decision.Failed(refusal.describe(), refusal.reason());
        }
        FaultContext where = outbox.context(refusal.index());
        Verdict verdict;
        try {
            verdict = handlers.onRefused(where, refusal.record(), refusal.reason());
        } catch (HandlerVerdict broken) {
            return new Decision.Failed(broken.getMessage() + " (" + where + ")", broken);
        }
        addDeadLetters(verdict, sender, where, letters == null ? outbox : letters);
        return switch (verdict.decision()) {
            case DROP -> {
                outbox.drop(refusal.index());
                drops.onDropped(FaultDrop.REFUSED, where, refusal.describe());
                watch.onRefused(where.taskId());
                yield new Decision.Resolved();
            }
            case RETRY -> new Decision.Again(refusal);
            case FAIL ->
                new Decision.Failed(
                        "The production exception handler says FAIL (" + where + "): " + refusal.describe(),
                        refusal.reason());
        };
    }

    private static void addDeadLetters(Verdict verdict, Sender sender, FaultContext where, Outbox letters) {
        if (sender.deadLetters()) {
            if (!verdict.deadLetters().isEmpty()) {
                LOG.warn("A dead letter was refused; no other is sent for it: {}", where);
            }
            return;
        }
        for (ProducerRecord<byte[], byte[]> letter : verdict.deadLetters()) {
            letters.appendDeadLetter(letter, sender.ofDeadLetters(), where.topic(), where.partition(), where.offset());
        }
    }

    /** The record was in a batch or a transaction with one that was refused; it is sent again. */
    private boolean isConsequence(Exception reason) {
        return inTransaction && isSharedFate(reason);
    }

    private static boolean isSharedFate(Exception reason) {
        return reason instanceof TransactionAbortableException || reason.getClass() == KafkaException.class;
    }

    /** Errors that say nothing about one record, as Kafka Streams sorts them. */
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

    /** After a refused batch the producer may find those behind it out of order. */
    private boolean isFollowUp(Refusal refusal, List<Refusal> all) {
        return inTransaction
                && refusal.reason() instanceof OutOfOrderSequenceException
                && all.stream().anyMatch(other -> !isProducersFault(other.reason()));
    }
}
