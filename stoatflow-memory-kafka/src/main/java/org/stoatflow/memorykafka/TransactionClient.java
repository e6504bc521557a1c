package org.stoatflow.memorykafka;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.IllegalGenerationException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.jspecify.annotations.Nullable;

/**
 * The client's side of transactions: what a call is allowed, what an error makes of the transaction, and how a call
 * that timed out is taken up again ({@code TransactionManager}; its methods are named where a rule is taken from one).
 */
final class TransactionClient {
    private static final int NOT_ENDED = -1;

    private record GroupOffsetsRequest(
            ConsumerGroupMetadata metadata, Map<TopicPartition, OffsetAndMetadata> offsets) {}

    private final Broker broker;
    private final ProducerOptions options;
    private final ProducerBuffer buffer;
    private final List<GroupOffsetsRequest> unsentOffsets = new ArrayList<>();
    private ProducerPhase phase = ProducerPhase.UNINITIALIZED;
    private @Nullable RuntimeException lastError;
    private @Nullable TransactionalId id;
    private int epoch;
    /** How many instances had initialised the id, with this one. */
    private int instances;
    /** Whether the broker may know of the transaction: else its end is no request at all. */
    private boolean isStarted;
    /** The call that timed out and must be made again; NONE between. */
    private Unfinished unfinished = Unfinished.NONE;
    /** The epoch the broker gave when it ended the transaction, while the answer has not reached the client. */
    private int endedEpoch = NOT_ENDED;

    private enum Unfinished {
        NONE("nothing"),
        INIT("initTransactions"),
        COMMIT("commitTransaction"),
        ABORT("abortTransaction");

        private final String call;

        Unfinished(String call) {
            this.call = call;
        }
    }

    TransactionClient(Broker broker, ProducerOptions options, ProducerBuffer buffer) {
        this.broker = broker;
        this.options = options;
        this.buffer = buffer;
    }

    ProducerPhase phase() {
        return phase;
    }

    /** When another instance has initialised the id; {@link Deadlines#NONE} if none has. */
    long fencedAtMs() {
        return id == null || id.initialisedAtMs.size() <= instances
                ? Deadlines.NONE
                : id.initialisedAtMs.get(instances);
    }

    void init() {
        if (!resumes(Unfinished.INIT)) {
            failOnError();
            enter(ProducerPhase.INITIALIZING, ProducerPhase.UNINITIALIZED);
        }
        FaultEffect fault = broker.faults.take(options.clientId(), FaultPoint.INIT_TRANSACTIONS);
        requireReached(fault, Unfinished.INIT);
        id = broker.transactions.init(options.transactionalId(), options.transactionTimeoutMs());
        epoch = id.epoch;
        instances = id.initialisedAtMs.size();
        requireAnswered(fault, Unfinished.INIT);
        phase = ProducerPhase.READY;
    }

    void begin() {
        failOnUnfinished("beginTransaction");
        failOnError();
        enter(ProducerPhase.IN_TRANSACTION, ProducerPhase.READY);
    }

    /** Admits a record that the producer has buffered ({@code maybeAddPartition}). */
    void admitSend() {
        failOnError();
        if (!options.isTransactional()) {
            return;
        }
        failOnUnfinished("send");
        if (phase != ProducerPhase.IN_TRANSACTION) {
            throw new IllegalStateException("Cannot add a partition to the transaction in state " + phase);
        }
        isStarted = true;
    }

    /** Makes the partition a part of the transaction on the broker. */
    void join(PartitionLog log) {
        broker.transactions.join(requireId(), epoch, log);
    }

    /** Writes a record of the transaction to its log. */
    long append(PendingSend send) {
        return send.log.append(send.timestamp, send.key, send.value, send.headers, requireId().producerId);
    }

    void sendOffsets(Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata metadata) {
        failOnUnfinished("sendOffsetsToTransaction");
        failOnError();
        if (phase != ProducerPhase.IN_TRANSACTION) {
            throw new IllegalStateException("Cannot send offsets if a transaction is not in progress, state " + phase);
        }
        isStarted = true;
        GroupOffsetsRequest request = new GroupOffsetsRequest(metadata, Map.copyOf(offsets));
        FaultEffect fault = takeWithFence(FaultPoint.SEND_OFFSETS);
        if (fault == FaultEffect.TIMEOUT_WITHOUT_EFFECT || !broker.network.reach(options.maxBlockMs())) {
            unsentOffsets.add(request);
            throw timedOut(fault, "TxnOffsetCommitHandler");
        }
        boolean isAll = apply(request);
        if (!isAll) {
            broker.waits.await(
                    options.clientId() + " sendOffsetsToTransaction", broker.clock.nowMs() + options.maxBlockMs());
            throw timedOut(FaultEffect.NONE, "TxnOffsetCommitHandler");
        }
        if (fault == FaultEffect.TIMEOUT_WITH_EFFECT) {
            throw timedOut(FaultEffect.TIMEOUT_WITH_EFFECT, "TxnOffsetCommitHandler");
        }
    }

    /**
     * {@code TxnOffsetCommitHandler.handleResponse}: a group's refusal is abortable, a fence is final, and a partition
     * that is not there is asked for again and again.
     *
     * @return whether all is taken; else the rest stays to be sent
     */
    private boolean apply(GroupOffsetsRequest request) {
        Map<TopicPartition, OffsetAndMetadata> there = new HashMap<>(request.offsets());
        Map<TopicPartition, OffsetAndMetadata> missing = new HashMap<>(request.offsets());
        there.keySet().removeIf(partition -> broker.findLog(partition) == null);
        missing.keySet().removeAll(there.keySet());
        if (!missing.isEmpty()) {
            unsentOffsets.add(new GroupOffsetsRequest(request.metadata(), missing));
        }
        try {
            ConsumerGroup group = broker.group(request.metadata().groupId());
            broker.transactions.addOffsets(requireId(), epoch, group, request.metadata(), there);
        } catch (UnknownMemberIdException | IllegalGenerationException failure) {
            throw abortable(new CommitFailedException(
                    "Transaction offset Commit failed due to consumer group metadata mismatch: "
                            + failure.getMessage()));
        } catch (FencedInstanceIdException failure) {
            throw abortable(failure);
        } catch (InvalidProducerEpochException failure) {
            throw fatal(new ProducerFencedException(failure.getMessage()));
        }
        return missing.isEmpty();
    }

    void commit() {
        if (!resumes(Unfinished.COMMIT)) {
            failOnError();
            enter(ProducerPhase.COMMITTING, ProducerPhase.IN_TRANSACTION);
        }
        if (endedEpoch == NOT_ENDED) {
            sendWhatIsOpen();
        }
        end(Unfinished.COMMIT, FaultPoint.COMMIT_TRANSACTION);
    }

    /** A commit contains a flush and the offsets that did not get through; what fails there fails the commit. */
    private void sendWhatIsOpen() {
        requireReached(FaultEffect.NONE, Unfinished.COMMIT);
        buffer.flush(broker.faults.take(options.clientId(), FaultPoint.FLUSH));
        if (lastError != null) {
            unfinished = Unfinished.NONE;
            throw lastError;
        }
        List<GroupOffsetsRequest> unsent = List.copyOf(unsentOffsets);
        unsentOffsets.clear();
        boolean isAll = true;
        for (GroupOffsetsRequest request : unsent) {
            unfinished = Unfinished.NONE;
            isAll &= apply(request);
        }
        if (!isAll) {
            unfinished = Unfinished.COMMIT;
            throw timedOut(FaultEffect.TIMEOUT_WITHOUT_EFFECT, Unfinished.COMMIT.call);
        }
    }

    void abort() {
        if (!resumes(Unfinished.ABORT)) {
            if (phase != ProducerPhase.ABORTABLE_ERROR) {
                failOnError();
            }
            enter(ProducerPhase.ABORTING, ProducerPhase.IN_TRANSACTION, ProducerPhase.ABORTABLE_ERROR);
            lastError = null;
            buffer.abort(new TransactionAbortedException());
            buffer.deliver(Integer.MAX_VALUE);
            unsentOffsets.removeIf(request -> !isAnyMissing(request));
        }
        if (!unsentOffsets.isEmpty()) { // asked for again and again, ahead of the end of the transaction
            unfinished = Unfinished.ABORT;
            throw timedOut(FaultEffect.TIMEOUT_WITHOUT_EFFECT, Unfinished.ABORT.call);
        }
        end(Unfinished.ABORT, FaultPoint.ABORT_TRANSACTION);
    }

    private boolean isAnyMissing(GroupOffsetsRequest request) {
        return request.offsets().keySet().stream().anyMatch(partition -> broker.findLog(partition) == null);
    }

    private void end(Unfinished call, FaultPoint point) {
        if (isStarted) {
            FaultEffect fault = takeWithFence(point);
            requireReached(fault, call);
            endOnBroker(call == Unfinished.COMMIT);
            requireAnswered(fault, call);
            epoch = endedEpoch;
        }
        unfinished = Unfinished.NONE;
        endedEpoch = NOT_ENDED;
        isStarted = false;
        lastError = null;
        phase = ProducerPhase.READY;
    }

    /** The end, or the same end again after its answer was lost: then only a newer instance is in its way. */
    private void endOnBroker(boolean commit) {
        TransactionalId owner = requireId();
        try {
            if (endedEpoch == NOT_ENDED) {
                endedEpoch = broker.transactions.end(owner, epoch, commit);
            } else if (endedEpoch != owner.epoch) {
                throw new ProducerFencedException("transactionalId=" + owner + " epoch=" + epoch);
            }
        } catch (ProducerFencedException failure) {
            unfinished = Unfinished.NONE;
            throw fatal(failure);
        }
    }

    /**
     * What the client's network thread does on its own: it goes on with the end that the caller gave up waiting for.
     */
    void resumeInBackground() {
        boolean isEnding = unfinished == Unfinished.COMMIT || unfinished == Unfinished.ABORT;
        if (isEnding
                && isStarted
                && endedEpoch == NOT_ENDED
                && lastError == null
                && buffer.buffered() == 0
                && unsentOffsets.isEmpty()
                && requireId().epoch == epoch) {
            endedEpoch = broker.transactions.end(requireId(), epoch, unfinished == Unfinished.COMMIT);
        }
    }

    /** What a failed send makes of the transaction ({@code maybeTransitionToErrorState}). */
    void onSendFailed(RuntimeException failure) {
        if (phase == ProducerPhase.ABORTING || phase == ProducerPhase.FATAL_ERROR) {
            return;
        }
        if (failure instanceof ProducerFencedException || failure instanceof ClusterAuthorizationException) {
            lastError = failure;
            phase = ProducerPhase.FATAL_ERROR;
        } else if (options.isTransactional()) {
            lastError = failure instanceof RetriableException
                    ? new TransactionAbortableException(
                            "Transaction Request was aborted after exhausting retries.", failure)
                    : failure;
            phase = ProducerPhase.ABORTABLE_ERROR;
        }
    }

    /**
     * The error that keeps buffered records from being sent ({@code Sender.maybeSendAndPollTransactionalRequest}).
     */
    @Nullable
    RuntimeException refusal() {
        return phase == ProducerPhase.ABORTING ? null : lastError;
    }

    private RuntimeException abortable(RuntimeException error) {
        lastError = error;
        phase = ProducerPhase.ABORTABLE_ERROR;
        return error;
    }

    private RuntimeException fatal(RuntimeException error) {
        lastError = error;
        phase = ProducerPhase.FATAL_ERROR;
        return error;
    }

    /** {@code maybeFailWithError}: a fence keeps its class, anything else becomes the cause of a KafkaException. */
    private void failOnError() {
        switch (lastError) {
            case null -> {}
            case ProducerFencedException fenced -> throw new ProducerFencedException(fenced.getMessage());
            case InvalidProducerEpochException old -> throw new InvalidProducerEpochException(old.getMessage());
            case RuntimeException error ->
                throw new KafkaException("Cannot execute transactional method because we are in an error state", error);
        }
    }

    /** {@code throwIfPendingState}. */
    private void failOnUnfinished(String call) {
        if (unfinished != Unfinished.NONE) {
            throw new IllegalStateException("Cannot attempt operation `" + call + "` because the previous call to `"
                    + unfinished.call + "` timed out and must be retried");
        }
    }

    /** {@code handleCachedTransactionRequestResult}: after a timeout only the same call may follow. */
    private boolean resumes(Unfinished call) {
        if (unfinished == call) {
            return true;
        }
        failOnUnfinished(call.call);
        return false;
    }

    private void enter(ProducerPhase next, ProducerPhase... allowed) {
        for (ProducerPhase each : allowed) {
            if (phase == each) {
                phase = next;
                return;
            }
        }
        throw new IllegalStateException("TransactionalId " + options.transactionalId()
                + ": Invalid transition attempted from state " + phase + " to state " + next);
    }

    private FaultEffect takeWithFence(FaultPoint point) {
        FaultEffect fault = broker.faults.take(options.clientId(), point);
        if (fault == FaultEffect.FENCE) {
            broker.transactions.fence(options.transactionalId());
        }
        return fault;
    }

    private void requireReached(FaultEffect fault, Unfinished call) {
        unfinished = call;
        if (fault == FaultEffect.TIMEOUT_WITHOUT_EFFECT || !broker.network.reach(options.maxBlockMs())) {
            throw timedOut(fault, call.call);
        }
    }

    private void requireAnswered(FaultEffect fault, Unfinished call) {
        if (fault == FaultEffect.TIMEOUT_WITH_EFFECT) {
            throw timedOut(fault, call.call);
        }
        unfinished = Unfinished.NONE;
    }

    /** Waiting for the network has taken its time already; waiting for a lost message takes it here. */
    private TimeoutException timedOut(FaultEffect fault, String call) {
        if (fault != FaultEffect.NONE) {
            broker.clock.advanceMs(options.maxBlockMs());
        }
        return new TimeoutException("Timeout expired after " + options.maxBlockMs() + "ms while awaiting " + call);
    }

    private TransactionalId requireId() {
        if (id == null) {
            throw new IllegalStateException(
                    "initTransactions has not completed, transactionalId=" + options.transactionalId());
        }
        return id;
    }
}
