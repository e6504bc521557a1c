package org.stoatflow.runtime.sink;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.error.ErrorDrop;
import org.stoatflow.kernel.outbox.EpochWrites;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.state.StateDiskException;

/**
 * The commit of one epoch: sends the epoch's outboxes in a transaction, adds the offsets, commits, and applies the
 * epoch to the state. Where records are refused or the group has a new generation, it aborts the transaction, and sends
 * the same outboxes in another one. Owner: the committer's thread.
 */
final class EpochCommit {
    private static final Logger LOG = LoggerFactory.getLogger(EpochCommit.class);

    /**
     * How long to wait for the group's new generation. The group refuses the old generation only once its rebalance is
     * over; all that is missing then is one answer to our own consumer.
     */
    private static final long GROUP_WAIT_NS = 30_000_000_000L;

    private final Epoch epoch;
    private final Map<TopicPartition, SourcePosition> committed;
    private final CommitContext context;
    private final TransactionalProducers producers;
    private final OffsetsCall offsets;
    private final SendFailureHandler sendFailures;
    private final ChangelogEnds changelogEnds;
    private final CommitProgress progress;
    private final CommitAttempts attempts;
    private final long startedNs;
    private final long startedMs;
    private CommitStep step = new CommitStep.Sending();

    /** The parts that all commits of a committer share. */
    record Wiring(
            CommitContext context,
            TransactionalProducers producers,
            OffsetsCall offsets,
            SendFailureHandler sendFailures,
            ChangelogEnds changelogEnds,
            CommitProgress progress,
            int commitAttemptsMax) {}

    /**
     * Begins the commit of a complete epoch.
     *
     * @param committed the positions that the run has committed
     */
    EpochCommit(Epoch epoch, Wiring wiring, Map<TopicPartition, SourcePosition> committed) {
        this.epoch = epoch;
        this.committed = committed;
        this.context = wiring.context();
        this.producers = wiring.producers();
        this.offsets = wiring.offsets();
        this.sendFailures = wiring.sendFailures();
        this.changelogEnds = wiring.changelogEnds();
        this.progress = wiring.progress();
        this.attempts =
                new CommitAttempts(wiring.commitAttemptsMax(), context.errors().sendAttemptsMax());
        this.startedNs = context.clock().nanos();
        this.startedMs = context.clock().millis();
        producers.takeTurns();
        progress.go(CommitterState.SENDING);
    }

    /**
     * Does the next thing.
     *
     * @return false if there is nothing to do until the dispatcher has polled
     * @throws CommitFailure if the epoch cannot be committed
     */
    boolean step() {
        switch (step) {
            case CommitStep.Sending sending -> {
                return sendAll();
            }
            case CommitStep.AwaitingAnswers awaiting -> {
                return awaitAnswers(awaiting);
            }
            case CommitStep.AddingOffsets adding -> {
                return addOffsets(adding);
            }
            case CommitStep.Renewing renewing -> renew(renewing);
            case CommitStep.AwaitingGroup waiting -> {
                return awaitGroup(waiting);
            }
            case CommitStep.Committing committing -> commit(committing);
            case CommitStep.Applying applying -> apply(applying);
            case CommitStep.Applied applied ->
                throw new IllegalStateException("epoch=" + epoch.number() + " is applied");
        }
        return true;
    }

    /** The source positions of the epoch, once it is applied. */
    Optional<Map<TopicPartition, SourcePosition>> appliedPositions() {
        return step instanceof CommitStep.Applied applied ? Optional.of(applied.positions()) : Optional.empty();
    }

    private boolean sendAll() {
        List<SendFailure> refusedAhead =
                new RefusedAhead(producers.topics()).before(producers.current(), LaneContribution.of(epoch));
        if (!refusedAhead.isEmpty()) {
            prepareNextAttempt(refusedAhead);
            return true;
        }
        SentRecords sending = new SentRecords(true, progress::wake);
        RuntimeException failure = EpochSend.send(epoch, producers.current(), sending, progress);
        if (failure != null || sending.isRefused()) {
            endAttempt(sending, failure);
            return true;
        }
        step = new CommitStep.AwaitingAnswers(sending, null);
        return step();
    }

    /**
     * The flush or the abort is over, and answers may be missing: what wraps the producer may bring them by a thread of
     * its own. The last of them wakes, and the run's monitor ends the wait where none come.
     */
    private boolean awaitAnswers(CommitStep.AwaitingAnswers awaiting) {
        SentRecords sending = awaiting.sentRecords();
        if (!sending.isAllBack()) {
            progress.awaits(sending);
            return false;
        }
        progress.awaits(null);
        if (awaiting.failure() != null) {
            decide(sending, awaiting.failure());
        } else if (sending.isRefused()) {
            endAttempt(sending, null);
        } else {
            long sentNs = context.clock().nanos();
            context.cadence().bound().onSent(epoch.contributedBytes(), sentNs - progress.sinceNs());
            step = new CommitStep.AddingOffsets(sending, sentNs);
            progress.done(CommitPhase.SENDING, CommitterState.ADDING_OFFSETS);
        }
        return true;
    }

    /**
     * Aborts the transaction, and prepares the next attempt or throws. Nothing is processed again: the next attempt
     * sends the same outboxes, without the records that their handler leaves out.
     */
    private void endAttempt(SentRecords sending, @Nullable RuntimeException failure) {
        Optional<RuntimeException> notAborted = abortTransaction();
        if (notAborted.isPresent()) {
            throw notSent(sending.takeSendFailures(), failure, notAborted);
        }
        if (failure != null && !sending.isRefused() && !sending.isAllBack()) {
            step = new CommitStep.AwaitingAnswers(sending, failure);
        } else {
            decide(sending, failure);
        }
    }

    private void decide(SentRecords sending, @Nullable RuntimeException failure) {
        List<SendFailure> refused = sending.takeSendFailures();
        if (refused.isEmpty()) {
            throw notSent(refused, failure, Optional.empty());
        }
        changelogEnds.onDecided(sending.written());
        step = new CommitStep.Sending();
        prepareNextAttempt(refused);
    }

    /** Decides about refused records, with no transaction open, and prepares the next attempt or throws. */
    private void prepareNextAttempt(List<SendFailure> refused) {
        switch (sendFailures.decide(refused, null)) {
            case SendFailureHandler.Decision.Failed failed ->
                throw aborted(failed.why(), failed.cause()).decidedBy(failed);
            case SendFailureHandler.Decision.Again again -> {
                if (attempts.isLastUnchanged(context.clock().nanos() - startedNs)) {
                    throw aborted(
                            again.example().describe() + ", in " + attempts.unchanged() + " attempts",
                            again.example().reason());
                }
            }
            case SendFailureHandler.Decision.Resolved resolved -> {}
        }
        if (attempts.isLastToSend()) {
            throw aborted(
                    "records of it were refused in " + attempts.sent() + " attempts",
                    new IllegalStateException(sendFailures.drops().of(ErrorDrop.REFUSED) + " records left out"));
        }
        producers.takeTurns();
    }

    /** The failure of an attempt that has no record whose handler could be asked, or has left the producer unusable. */
    private CommitFailure notSent(
            List<SendFailure> refused, @Nullable RuntimeException failure, Optional<RuntimeException> notAborted) {
        if (!refused.isEmpty()) {
            return aborted(refused.getFirst().describe(), refused.getFirst().reason())
                    .with(notAborted);
        }
        Exception cause =
                failure != null ? failure : new IllegalStateException("no reason given", notAborted.orElse(null));
        return aborted("sending failed: " + cause.getMessage(), cause).with(notAborted);
    }

    private boolean addOffsets(CommitStep.AddingOffsets adding) {
        OffsetsCall.Outcome outcome;
        try {
            outcome = offsets.add(producers.current(), positions(), attempts.isProducerRenewed());
            if (outcome == OffsetsCall.Outcome.NONE && producers.areRenewed()) {
                // The id is ours again, whoever is the owner: only the group can say that we still are.
                outcome = offsets.add(producers.current(), committed, attempts.isProducerRenewed());
            }
        } catch (CommitFailedException moved) {
            onStaleGroup(adding, offsets.group(), moved);
            return true;
        } catch (RuntimeException failure) {
            throw abort("adding offsets failed: " + failure.getMessage(), failure);
        }
        switch (outcome) {
            case UNDECIDED -> progress.go(CommitterState.AWAITING_GROUP);
            case ENDED -> step = new CommitStep.Renewing(adding.sentRecords());
            case NONE, ADDED -> onAdded(adding, outcome);
        }
        return outcome != OffsetsCall.Outcome.UNDECIDED; // the dispatcher's next polls decide, within a bound
    }

    private void onAdded(CommitStep.AddingOffsets adding, OffsetsCall.Outcome outcome) {
        // The producer ends a transaction by itself that has neither records nor offsets, and a producer that was made
        // anew has taken its id from whoever had it.
        boolean asksBrokers =
                outcome == OffsetsCall.Outcome.ADDED || adding.sentRecords().sent() > 0 && !producers.areRenewed();
        step = new CommitStep.Committing(adding.sentRecords(), adding.sentNs(), asksBrokers);
        progress.done(CommitPhase.ADDING_OFFSETS, CommitterState.COMMITTING);
    }

    /** Sends the same outboxes again, with another producer and without the positions of what is gone. */
    private void renew(CommitStep.Renewing renewing) {
        LOG.info("Epoch {} is aborted and sent again: a source topic of it is gone, or was made anew", epoch.number());
        context.listener().onEvent(CommitEvent.ABORTED);
        try {
            producers.renew();
        } catch (RuntimeException failure) {
            throw aborted("a producer could not be made anew: " + failure.getMessage(), failure);
        }
        changelogEnds.onDecided(renewing.sentRecords().written());
        attempts.onProducerRenewed(); // it sends: the other one may have the ids of former topics, too
        step = new CommitStep.Sending();
        progress.go(CommitterState.SENDING);
    }

    private Map<TopicPartition, SourcePosition> positions() {
        return context.clocks().positions(epoch);
    }

    /**
     * A member has joined or left the group, so the group refuses our generation. That alone takes no partition from
     * us.
     */
    private void onStaleGroup(
            CommitStep.AddingOffsets adding, ConsumerGroupMetadata stale, CommitFailedException moved) {
        if (attempts.isLastOfGroup()) {
            throw abort(
                    "the group has refused its offsets in " + attempts.ofGroup() + " attempts: " + moved.getMessage(),
                    moved);
        }
        LOG.info(
                "Epoch {} is aborted and sent again: group {} has a newer generation than {}",
                epoch.number(),
                stale.groupId(),
                stale.generationId());
        Optional<RuntimeException> notAborted = abortTransaction();
        if (notAborted.isPresent()) {
            throw aborted("adding offsets failed: " + moved.getMessage(), moved).with(notAborted);
        }
        changelogEnds.onDecided(adding.sentRecords().written());
        step = new CommitStep.AwaitingGroup(stale, context.clock().nanos());
        progress.go(CommitterState.AWAITING_GROUP);
    }

    /**
     * Waits for a newer generation. The dispatcher publishes none in which it has lost partitions: then it ends the
     * run.
     */
    private boolean awaitGroup(CommitStep.AwaitingGroup waiting) {
        ConsumerGroupMetadata group = offsets.groupNow();
        boolean moved = group.generationId() != waiting.stale().generationId()
                || !group.memberId().equals(waiting.stale().memberId());
        if (moved) {
            producers.takeTurns();
            step = new CommitStep.Sending();
            progress.go(CommitterState.SENDING);
            return true;
        }
        if (context.clock().nanos() - waiting.sinceNs() > GROUP_WAIT_NS) {
            throw aborted(
                    "no new generation of group " + group.groupId() + " has come within "
                            + TimeUnit.NANOSECONDS.toMillis(GROUP_WAIT_NS) + " ms",
                    new IllegalStateException("generation " + group.generationId()));
        }
        return false;
    }

    private void commit(CommitStep.Committing committing) {
        if (epoch.isBroken() && !attempts.isCommitUnanswered()) {
            throw abort("what can never be was seen in it", new IllegalStateException("epoch=" + epoch.number()));
        }
        if (!attempts.isCommitUnanswered()) {
            requireSoundState();
        }
        try {
            producers.current().commitTransaction();
        } catch (TimeoutException late) {
            if (!attempts.isLastToCommit()) {
                return; // the next step asks for the same commit again
            }
            throw new CommitFailure(
                    "The commit of epoch " + epoch.number() + " was not answered, in " + attempts.unanswered()
                            + " attempts",
                    late,
                    false);
        } catch (KafkaException refused) {
            throw new CommitFailure(
                    "The commit of epoch " + epoch.number() + " was refused: " + refused.getMessage(), refused, false);
        }
        changelogEnds.onDecided(committing.sentRecords().written());
        step = new CommitStep.Applying(context.clock().nanos() - committing.sentNs(), committing.proof());
        progress.done(CommitPhase.COMMITTING, CommitterState.APPLYING);
    }

    private void requireSoundState() {
        try {
            context.state().requireSound();
        } catch (StateDiskException met) {
            throw abort("a read or a write of the state has failed: " + met.getMessage(), met);
        }
    }

    private void apply(CommitStep.Applying applying) {
        EpochWrites writes = context.writes(startedMs); // a commit proves who owned when it began, not until when
        if (!applying.proof()) {
            writes.withoutProof();
        }
        writes.add(epoch);
        writes.apply(changelogEnds::addTo);
        changelogEnds.onApplied();
        onApplied(applying.fixedNs(), writes);
    }

    private void onApplied(long fixedNs, EpochWrites writes) {
        step = new CommitStep.Applied(positions()); // first: what is told of it may throw, and it is not applied again
        long tookNs = context.clock().nanos() - startedNs;
        context.cadence().onCommitted(tookNs, fixedNs);
        progress.done(CommitPhase.APPLYING, CommitterState.IDLE);
        context.listener().onEpoch(epoch);
        context.listener().onCommitted(tookNs, writes.bytes());
        writes.end(); // which forgets the positions
    }

    /** Aborts the open transaction; returns the reason if that was not possible. */
    private Optional<RuntimeException> abortTransaction() {
        context.listener().onEvent(CommitEvent.ABORTED);
        return producers.abort();
    }

    private CommitFailure abort(String why, Exception cause) {
        return aborted(why, cause).with(abortTransaction());
    }

    private CommitFailure aborted(String why, Exception cause) {
        return new CommitFailure("Epoch " + epoch.number() + " is aborted: " + why, cause, true);
    }

    /** Whether the commit has been called, so that only another step shows its outcome. */
    boolean isCommitCalled() {
        return step instanceof CommitStep.Committing || step instanceof CommitStep.Applying;
    }

    /**
     * Aborts the open transaction, unless its commit has been called.
     *
     * @return the reason if that was not possible
     */
    Optional<RuntimeException> giveUp() {
        if (step instanceof CommitStep.Renewing) {
            return Optional.of(new IllegalStateException("the producer waits for a partition that is gone"));
        }
        return step.mayBeOpen() ? producers.abort() : Optional.empty();
    }
}
