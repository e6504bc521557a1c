package org.stoatflow.runtime.sink;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Cadence;
import org.stoatflow.kernel.epoch.Contribution;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.epoch.StepCount;
import org.stoatflow.kernel.fault.DropCounts;
import org.stoatflow.kernel.fault.FaultDrop;
import org.stoatflow.kernel.fault.Faults;
import org.stoatflow.kernel.lane.LaneContribution;
import org.stoatflow.kernel.lane.StreamClocks;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;

/**
 * Commits complete epochs in Kafka transactions, one after the other (docs/DESIGN.md, "Exactly-once"): begin, send the
 * outboxes, flush and count every callback, add the offsets, commit, apply. So a transaction is open for milliseconds,
 * and RocksDB only ever holds what is committed.
 *
 * <p>Two transactional ids are used in turn, never both open: producing again on an id whose markers are still being
 * written costs a 20 ms back-off in the broker.
 */
public final class TransactionalCommitter implements Committer {
    private static final Logger LOG = LoggerFactory.getLogger(TransactionalCommitter.class);

    /** How often an epoch is sent, each time without the records refused until then. */
    private static final int SEND_ATTEMPTS_MAX = 1_000;

    /**
     * How long to wait for the group's new generation. A rebalance is over when the old generation is refused; what is
     * missing is one answer to our own consumer.
     */
    private static final long GROUP_WAIT_NS = 30_000_000_000L;

    private final List<Producer<byte[], byte[]>> producers;
    private final StateEngine state;
    private final StreamClocks clocks;
    private final Supplier<ConsumerGroupMetadata> groupMetadata;
    private final Budget budget;
    private final Cadence cadence;
    private final Clock clock;
    private final int commitAttemptsMax;
    private final Faults faults;
    private final Refusals refusals;
    private final Runnable onApplied;
    private final Queue<Epoch> complete = new ConcurrentLinkedQueue<>();

    private final ChangelogEnds changelogEnds;
    private final Map<TopicPartition, SourcePosition> committedPositions = new HashMap<>();

    private volatile CommitterState phase =
            CommitterState.IDLE; // written by the committer's thread, read by whoever asks what it does
    private volatile long phaseSinceNs; // likewise
    private final StepCount steps = new StepCount();
    private CommitWatch watch = CommitWatch.NONE;
    private int turn;
    private long startedNs;
    private long startedMs;
    private long sentNs;
    private long fixedNs;
    private int attempts;
    private int sendAttempts;
    private int unchangedAttempts;
    private int groupAttempts;
    private @Nullable ConsumerGroupMetadata staleGroup;
    private long staleSinceNs;
    private volatile boolean awaitsGroup;
    private @Nullable Epoch epoch;
    private @Nullable Sends sends;

    /**
     * @param producers initialised for transactions, with different ids
     * @param groupMetadata of the dispatcher's last poll
     * @param commitAttemptsMax how often a commit that timed out is asked for again before its outcome is given up
     * @param faults what becomes of records that are refused
     * @param onApplied called after each epoch, in the committer's thread
     */
    public TransactionalCommitter(
            List<Producer<byte[], byte[]>> producers,
            StateEngine state,
            StreamClocks clocks,
            Supplier<ConsumerGroupMetadata> groupMetadata,
            Budget budget,
            Cadence cadence,
            Clock clock,
            int commitAttemptsMax,
            Faults faults,
            Runnable onApplied) {
        this.producers = List.copyOf(producers);
        this.state = state;
        this.changelogEnds = new ChangelogEnds(state);
        this.clocks = clocks;
        this.groupMetadata = groupMetadata;
        this.budget = budget;
        this.cadence = cadence;
        this.clock = clock;
        this.commitAttemptsMax = commitAttemptsMax;
        this.faults = faults;
        this.refusals = new Refusals(faults.handlers(), true);
        this.onApplied = onApplied;
    }

    /** The epoch may be committed. Any thread. */
    public void onComplete(Epoch done) {
        complete.add(done);
    }

    @Override
    public boolean step() {
        return steps.count(advance());
    }

    private boolean advance() {
        Epoch current = epoch;
        if (current == null) {
            current = complete.poll();
            if (current == null) {
                return false;
            }
            epoch = current;
            begin();
        }
        switch (phase) {
            case IDLE -> throw new IllegalStateException("epoch=" + current.number() + " without a phase");
            case SENDING -> sendAll(current);
            case ADDING_OFFSETS -> addOffsets(current);
            case AWAITING_GROUP -> {
                return awaitGroup(current);
            }
            case COMMITTING -> commit(current);
            case APPLYING -> apply(current);
        }
        return true;
    }

    @Override
    public CommitterState state() {
        return phase;
    }

    @Override
    public StepCount steps() {
        return steps;
    }

    @Override
    public long doingSinceNs() {
        return phaseSinceNs;
    }

    @Override
    public void reportTo(CommitWatch newWatch) {
        watch = newWatch;
        refusals.reportTo(newWatch);
    }

    private void go(CommitterState next) {
        phaseSinceNs = clock.nanos();
        phase = next;
    }

    /** A phase is done, and the next one begins. */
    private void done(CommitPhase over, CommitterState next) {
        long nowNs = clock.nanos();
        watch.onPhase(over, nowNs - phaseSinceNs);
        phaseSinceNs = nowNs;
        phase = next;
    }

    @Override
    public boolean awaitsGroup() {
        return awaitsGroup;
    }

    @Override
    public DropCounts drops() {
        return refusals.drops();
    }

    @Override
    public void sendRest() {
        // nothing of an epoch that is not complete may be sent
    }

    @Override
    public boolean hasCommitted() {
        return !committedPositions.isEmpty();
    }

    @Override
    public boolean finish() {
        try {
            while (phase == CommitterState.COMMITTING || phase == CommitterState.APPLYING) {
                step();
            }
            if (phase == CommitterState.SENDING || phase == CommitterState.ADDING_OFFSETS) {
                producer().abortTransaction();
            }
            go(CommitterState.IDLE);
            return true;
        } catch (RuntimeException unusable) {
            LOG.info("A transaction could not be ended; the producers are made anew: {}", unusable.getMessage());
            return false;
        }
    }

    @Override
    public Map<TopicPartition, SourcePosition> committedPositions() {
        return committedPositions;
    }

    private Producer<byte[], byte[]> producer() {
        return producers.get(turn);
    }

    private void begin() {
        turn = (turn + 1) % producers.size();
        startedNs = clock.nanos();
        startedMs = clock.millis();
        attempts = 0;
        sendAttempts = 0;
        unchangedAttempts = 0;
        groupAttempts = 0;
        go(CommitterState.SENDING);
    }

    private void sendAll(Epoch current) {
        Sends sending = new Sends(true, () -> {});
        sends = sending;
        RuntimeException failure = null;
        try {
            producer().beginTransaction();
            for (Contribution contribution : current.contributions()) {
                sending.send(producer(), ((LaneContribution) contribution).outbox());
            }
            sending.allSent();
            if (!sending.isRefused()) {
                producer().flush(); // after a refusal it could wait for what is never sent
            }
        } catch (RuntimeException any) { // the producer may know of a refusal before its callback comes
            failure = any;
        }
        boolean allBack = sending.isAllBack(); // before the refusals: an answer that is late may be one
        if (failure != null || sending.isRefused()) {
            endAttempt(current, sending, failure);
        } else if (!allBack) {
            throw abort(
                    current,
                    "flush returned while records of it are still under way",
                    new IllegalStateException(sending.sent() + " records sent"));
        } else {
            sentNs = clock.nanos();
            cadence.bound().onSent(current.contributedBytes(), sentNs - phaseSinceNs);
            done(CommitPhase.SENDING, CommitterState.ADDING_OFFSETS);
        }
    }

    /**
     * Nothing is processed again: the next attempt sends the same outboxes, but for records that their handler gives up.
     * Throws if there is to be none.
     */
    private void endAttempt(Epoch current, Sends sending, @Nullable RuntimeException failure) {
        watch.onAborted();
        RuntimeException notAborted = null;
        try {
            producer().abortTransaction(); // every callback comes before it returns
        } catch (RuntimeException any) {
            notAborted = any;
        }
        List<Refusal> refused = sending.takeRefusals();
        if (notAborted != null || refused.isEmpty()) {
            throw notSent(current, refused, failure, notAborted);
        }
        changelogEnds.onDecided(sending.written());
        switch (refusals.decide(refused, null)) {
            case Refusals.Decision.Failed failed -> throw aborted(current, failed.why(), failed.cause());
            case Refusals.Decision.Again again -> {
                unchangedAttempts++;
                if (unchangedAttempts >= faults.sendAttemptsMax()) {
                    throw aborted(
                            current,
                            again.example().describe() + ", in " + unchangedAttempts + " attempts",
                            again.example().reason());
                }
            }
            case Refusals.Decision.Resolved resolved -> {}
        }
        sendAttempts++;
        if (sendAttempts >= SEND_ATTEMPTS_MAX) {
            throw aborted(
                    current,
                    "records of it were refused in " + sendAttempts + " attempts",
                    new IllegalStateException(refusals.drops().of(FaultDrop.REFUSED) + " records left out"));
        }
        turn = (turn + 1) % producers.size();
    }

    /** An attempt without a record whose handler could be asked, or after which the producer cannot be used. */
    private static CommitFailure notSent(
            Epoch current,
            List<Refusal> refused,
            @Nullable RuntimeException failure,
            @Nullable RuntimeException notAborted) {
        Exception cause = !refused.isEmpty()
                ? refused.getFirst().reason()
                : Objects.requireNonNullElseGet(
                        failure, () -> new IllegalStateException("no reason given", notAborted));
        String why = refused.isEmpty()
                ? "sending failed: " + cause.getMessage()
                : refused.getFirst().describe();
        CommitFailure thrown = aborted(current, why, cause);
        if (notAborted != null) {
            thrown.addSuppressed(notAborted); // initTransactions of the next run ends the transaction
        }
        return thrown;
    }

    private static CommitFailure aborted(Epoch current, String why, Exception cause) {
        return new CommitFailure("Epoch " + current.number() + " is aborted: " + why, cause, true);
    }

    private void addOffsets(Epoch current) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        clocks.sources()
                .positions(current)
                .forEach((partition, position) -> offsets.put(partition, OffsetMetadata.encode(position)));
        if (!offsets.isEmpty()) {
            ConsumerGroupMetadata group = groupMetadata.get();
            try {
                producer().sendOffsetsToTransaction(offsets, group);
            } catch (CommitFailedException moved) {
                onStaleGroup(current, group, moved);
                return;
            } catch (RuntimeException failure) {
                throw abort(current, "adding offsets failed: " + failure.getMessage(), failure);
            }
        }
        done(CommitPhase.ADDING_OFFSETS, CommitterState.COMMITTING);
    }

    /** Somebody has joined or left the group; that alone takes nothing from us. */
    private void onStaleGroup(Epoch current, ConsumerGroupMetadata stale, CommitFailedException moved) {
        groupAttempts++;
        if (groupAttempts > commitAttemptsMax) {
            throw abort(
                    current,
                    "the group has refused its offsets in " + groupAttempts + " attempts: " + moved.getMessage(),
                    moved);
        }
        LOG.info(
                "Epoch {} is aborted and sent again: group {} has a newer generation than {}",
                current.number(),
                stale.groupId(),
                stale.generationId());
        watch.onAborted();
        try {
            producer().abortTransaction();
        } catch (RuntimeException notAborted) {
            CommitFailure failure = aborted(current, "adding offsets failed: " + moved.getMessage(), moved);
            failure.addSuppressed(notAborted); // initTransactions of the next run ends the transaction
            throw failure;
        }
        if (sends != null) {
            changelogEnds.onDecided(sends.written());
        }
        staleGroup = stale;
        staleSinceNs = clock.nanos();
        go(CommitterState.AWAITING_GROUP);
        awaitsGroup = true;
    }

    /** The dispatcher publishes no generation in which partitions were taken away: then the run ends instead. */
    private boolean awaitGroup(Epoch current) {
        ConsumerGroupMetadata group = groupMetadata.get();
        boolean moved = staleGroup == null
                || group.generationId() != staleGroup.generationId()
                || !group.memberId().equals(staleGroup.memberId());
        if (moved) {
            awaitsGroup = false;
            turn = (turn + 1) % producers.size();
            go(CommitterState.SENDING);
            return true;
        }
        if (clock.nanos() - staleSinceNs > GROUP_WAIT_NS) {
            throw aborted(
                    current,
                    "no new generation of group " + group.groupId() + " has come within "
                            + TimeUnit.NANOSECONDS.toMillis(GROUP_WAIT_NS) + " ms",
                    new IllegalStateException("generation " + group.generationId()));
        }
        return false;
    }

    private void commit(Epoch current) {
        if (current.isBroken() && attempts == 0) {
            throw abort(
                    current,
                    "what can never be was seen in it",
                    new IllegalStateException("epoch=" + current.number()));
        }
        try {
            producer().commitTransaction();
        } catch (TimeoutException late) {
            attempts++;
            if (attempts < commitAttemptsMax) {
                return; // the same commit is asked for again
            }
            throw new CommitFailure(
                    "The commit of epoch " + current.number() + " was not answered, in " + attempts + " attempts",
                    late,
                    false);
        } catch (KafkaException refused) {
            throw new CommitFailure(
                    "The commit of epoch " + current.number() + " was refused: " + refused.getMessage(),
                    refused,
                    false);
        }
        fixedNs = clock.nanos() - sentNs;
        done(CommitPhase.COMMITTING, CommitterState.APPLYING);
    }

    private void apply(Epoch current) {
        StateBatch batch =
                new StateBatch(startedMs); // a commit proves who was the owner before it, and not for how long
        long released = 0;
        boolean written = clocks.addTo(batch, current);
        for (Contribution contribution : current.contributions()) {
            LaneContribution ofLane = (LaneContribution) contribution;
            released += ofLane.bytes();
            if (ofLane.changesState()) {
                ofLane.addTo(batch);
                written = true;
            }
        }
        if (sends != null) {
            changelogEnds.onDecided(sends.written());
        }
        if (written) {
            changelogEnds.addTo(batch);
            batch.markAllCurrent();
            state.apply(batch);
        }
        for (Contribution contribution : current.contributions()) {
            ((LaneContribution) contribution).markApplied();
        }
        long tookNs = clock.nanos() - startedNs;
        cadence.onCommitted(tookNs, fixedNs);
        done(CommitPhase.APPLYING, CommitterState.IDLE);
        watch.onEpoch(current);
        watch.onCommitted(tookNs, released);
        committedPositions.putAll(clocks.sources().positions(current));
        current.markApplied();
        epoch = null;
        sends = null;
        budget.release(released);
        onApplied.run();
    }

    private CommitFailure abort(Epoch current, String why, Exception cause) {
        watch.onAborted();
        CommitFailure failure = aborted(current, why, cause);
        try {
            producer().abortTransaction();
        } catch (RuntimeException notAborted) {
            failure.addSuppressed(notAborted); // initTransactions of the next run ends the transaction
        }
        return failure;
    }
}
