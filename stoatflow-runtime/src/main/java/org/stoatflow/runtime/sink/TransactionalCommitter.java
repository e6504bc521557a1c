package org.stoatflow.runtime.sink;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.runtime.epoch.Budget;
import org.stoatflow.runtime.epoch.Cadence;
import org.stoatflow.runtime.epoch.Contribution;
import org.stoatflow.runtime.epoch.Epoch;
import org.stoatflow.runtime.epoch.SourcePosition;
import org.stoatflow.runtime.lane.LaneContribution;
import org.stoatflow.runtime.time.Clock;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;

/**
 * Commits complete epochs in Kafka transactions, one after the other (DESIGN §6, exactly-once): begin, send the
 * outboxes, flush and count every callback, offsets, commit, apply. So a transaction is open for milliseconds, and
 * RocksDB only ever holds what is committed.
 *
 * <p>Two transactional ids are used in turn, never both open: producing again on an id whose markers are still being
 * written costs a 20 ms back-off in the broker.
 */
public final class TransactionalCommitter implements Committer {
    private static final Logger LOG = LoggerFactory.getLogger(TransactionalCommitter.class);

    /** What the committer is doing until the next step. */
    private enum Phase {
        /** Waiting for a complete epoch. */
        IDLE,
        /** Sending the outboxes in an open transaction, until every callback has come back without error. */
        SENDING,
        /** Adding the offsets of the cut to the transaction. */
        ADDING_OFFSETS,
        /** Asking for the commit; from here on the outcome may be unknown. */
        COMMITTING,
        /** The transaction is committed; writing it to the state. */
        APPLYING
    }

    private final List<Producer<byte[], byte[]>> producers;
    private final StateEngine state;
    private final Supplier<ConsumerGroupMetadata> groupMetadata;
    private final Budget budget;
    private final Cadence cadence;
    private final Clock clock;
    private final int commitAttemptsMax;
    private final Runnable onApplied;
    private final Queue<Epoch> complete = new ConcurrentLinkedQueue<>();

    private final Map<TopicPartition, SourcePosition> committedPositions = new HashMap<>();

    private Phase phase = Phase.IDLE;
    private int turn;
    private long startedNs;
    private long sentNs;
    private long fixedNs;
    private int attempts;
    private @Nullable Epoch epoch;
    private @Nullable Sends sends;

    /**
     * @param producers initialised for transactions, with different ids
     * @param groupMetadata of the dispatcher's last poll
     * @param commitAttemptsMax how often a commit that timed out is asked for again before its outcome is given up
     * @param onApplied called after each epoch, in the committer's thread
     */
    public TransactionalCommitter(
            List<Producer<byte[], byte[]>> producers,
            StateEngine state,
            Supplier<ConsumerGroupMetadata> groupMetadata,
            Budget budget,
            Cadence cadence,
            Clock clock,
            int commitAttemptsMax,
            Runnable onApplied) {
        this.producers = List.copyOf(producers);
        this.state = state;
        this.groupMetadata = groupMetadata;
        this.budget = budget;
        this.cadence = cadence;
        this.clock = clock;
        this.commitAttemptsMax = commitAttemptsMax;
        this.onApplied = onApplied;
    }

    /** The epoch may be committed. Any thread. */
    public void onComplete(Epoch done) {
        complete.add(done);
    }

    @Override
    public boolean step() {
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
            case COMMITTING -> commit(current);
            case APPLYING -> apply(current);
        }
        return true;
    }

    @Override
    public boolean hasCommitted() {
        return !committedPositions.isEmpty();
    }

    @Override
    public boolean finish() {
        try {
            while (phase == Phase.COMMITTING || phase == Phase.APPLYING) {
                step();
            }
            if (phase != Phase.IDLE) {
                producer().abortTransaction();
                phase = Phase.IDLE;
            }
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
        attempts = 0;
        phase = Phase.SENDING;
    }

    private void sendAll(Epoch current) {
        Sends sending = new Sends(() -> {});
        sends = sending;
        known(current, "sending", () -> {
            producer().beginTransaction();
            for (Contribution contribution : current.contributions()) {
                sending.send(producer(), ((LaneContribution) contribution).outbox());
            }
            sending.allSent();
            producer().flush();
        });
        Sends.Refusal refusal = sending.firstRefusal();
        if (refusal != null) {
            throw abort(current, refusal.describe(), refusal.reason());
        }
        if (!sending.isAllBack()) {
            throw abort(
                    current,
                    "flush returned while records of it are still under way",
                    new IllegalStateException(sending.sent() + " records sent"));
        }
        sentNs = clock.nanos();
        phase = Phase.ADDING_OFFSETS;
    }

    private void addOffsets(Epoch current) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        current.positions().forEach((partition, position) -> offsets.put(partition, OffsetMetadata.encode(position)));
        if (!offsets.isEmpty()) {
            known(current, "adding offsets", () -> producer().sendOffsetsToTransaction(offsets, groupMetadata.get()));
        }
        phase = Phase.COMMITTING;
    }

    private void commit(Epoch current) {
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
        phase = Phase.APPLYING;
    }

    private void apply(Epoch current) {
        StateBatch batch = new StateBatch(clock.millis());
        long released = 0;
        boolean written = false;
        for (Contribution contribution : current.contributions()) {
            LaneContribution ofLane = (LaneContribution) contribution;
            released += ofLane.bytes();
            if (ofLane.changesState()) {
                ofLane.addTo(batch);
                written = true;
            }
        }
        if (sends != null) {
            sends.nextOffsets()
                    .forEach((changelog, next) -> batch.position(changelog.store(), changelog.partition(), next));
        }
        if (written) {
            batch.markAllCurrent();
            state.apply(batch);
        }
        for (Contribution contribution : current.contributions()) {
            LaneContribution ofLane = (LaneContribution) contribution;
            if (ofLane.sealed() != null) {
                ofLane.sealed().markApplied();
            }
        }
        cadence.onCommitted(clock.nanos() - startedNs, fixedNs);
        committedPositions.putAll(current.positions());
        current.markApplied();
        epoch = null;
        sends = null;
        phase = Phase.IDLE;
        budget.release(released);
        onApplied.run();
    }

    /** Runs calls whose failure leaves a known outcome: the transaction is not committed. */
    private void known(Epoch current, String doing, Runnable calls) {
        try {
            calls.run();
        } catch (RuntimeException failure) {
            throw abort(current, doing + " failed: " + failure.getMessage(), failure);
        }
    }

    private CommitFailure abort(Epoch current, String why, Exception cause) {
        CommitFailure failure = new CommitFailure("Epoch " + current.number() + " is aborted: " + why, cause, true);
        try {
            producer().abortTransaction();
        } catch (RuntimeException notAborted) {
            failure.addSuppressed(notAborted); // initTransactions of the next run ends the transaction
        }
        return failure;
    }
}
