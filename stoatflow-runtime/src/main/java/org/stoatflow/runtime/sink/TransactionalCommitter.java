package org.stoatflow.runtime.sink;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.epoch.StepCount;
import org.stoatflow.kernel.error.DropCounts;
import org.stoatflow.runtime.source.CommitRights;

/**
 * Commits complete epochs in Kafka transactions, one after the other (exactly-once); each commit is an {@link
 * EpochCommit}. So a transaction is open for milliseconds, and RocksDB only ever holds committed writes.
 */
public final class TransactionalCommitter implements Committer {
    private static final Logger LOG = LoggerFactory.getLogger(TransactionalCommitter.class);

    private final EpochCommit.Wiring wiring;
    private final CommitProgress progress;
    private final SendFailureHandler sendFailures;
    private final Runnable wake;
    private final Runnable onApplied;

    /**
     * Shared. Written by: the announcing thread. Read by: committer. Safe: concurrent queue. Proof: CommitterWakeProof,
     * OverlayProof.
     */
    private final Queue<Epoch> complete = new ConcurrentLinkedQueue<>();

    private final Map<TopicPartition, SourcePosition> committedPositions = new HashMap<>();
    private final StepCount steps = new StepCount();
    private @Nullable EpochCommit current; // none between two epochs

    /**
     * @param rights in whose name offsets are committed, as of the dispatcher's last poll
     * @param commitAttemptsMax how often to ask again for a commit that timed out, before its outcome is given up
     * @param wake wakes the committer's thread; called by the thread that finds an epoch complete, or brings the
     *     last answer
     * @param onApplied called after each epoch, in the committer's thread
     */
    public TransactionalCommitter(
            CommitContext context,
            TransactionalProducers producers,
            Supplier<CommitRights> rights,
            int commitAttemptsMax,
            Runnable wake,
            Runnable onApplied) {
        this.progress = new CommitProgress(context.clock(), context.listener(), wake);
        this.sendFailures =
                new SendFailureHandler(context.errors().handlers(), true, producers.topics(), context.listener());
        this.wiring = new EpochCommit.Wiring(
                context,
                producers,
                new OffsetsCall(rights),
                sendFailures,
                new ChangelogEnds(context.state()),
                progress,
                commitAttemptsMax);
        this.wake = wake;
        this.onApplied = onApplied;
    }

    @Override
    public void onComplete(Epoch done) {
        complete.add(done);
        wake.run();
    }

    @Override
    public boolean step() {
        return steps.count(advance());
    }

    private boolean advance() {
        EpochCommit going = current;
        if (going == null) {
            Epoch next = complete.poll();
            if (next == null) {
                return false;
            }
            going = new EpochCommit(next, wiring, committedPositions);
            current = going;
        }
        try {
            return going.step();
        } finally { // also where what was told of it has thrown: another run begins behind it
            going.appliedPositions().ifPresent(this::onApplied);
        }
    }

    private void onApplied(Map<TopicPartition, SourcePosition> positions) {
        committedPositions.putAll(positions);
        current = null;
        onApplied.run();
    }

    @Override
    public CommitterState state() {
        return progress.state();
    }

    @Override
    public Optional<String> userCode() {
        return sendFailures.asking();
    }

    @Override
    public StepCount steps() {
        return steps;
    }

    @Override
    public long doingSinceNs() {
        return progress.sinceNs();
    }

    @Override
    public @Nullable AwaitedAnswers awaited() {
        return progress.awaited();
    }

    @Override
    public DropCounts drops() {
        return sendFailures.drops();
    }

    /**
     * The rights to commit have changed: has the committer come out of a call that waits for partitions which are gone.
     * Any thread.
     */
    public void onGone(Set<TopicPartition> gone) {
        wiring.offsets().end(gone);
    }

    /**
     * What ends a call that adds offsets where it waits for a topic that is another one now. To be run again and again
     * by the dispatcher's thread; does not wait.
     *
     * @param asking asks the cluster, without waiting, which topics are others than were planned with
     * @param madeAnew told which are, before the call is ended
     */
    public Runnable offsetsWatch(
            Function<Collection<String>, Future<Set<String>>> asking, Consumer<Set<String>> madeAnew) {
        OffsetsCallWatch watch = new OffsetsCallWatch(
                wiring.offsets(), asking, madeAnew, wiring.context().clock());
        return watch::look;
    }

    /** Has the committer come out of a call that adds offsets. The epoch is not committed then. Any thread. */
    public void endOffsetsCall() {
        wiring.offsets().end();
    }

    @Override
    public boolean hasCommitted() {
        return !committedPositions.isEmpty();
    }

    /**
     * After the last step: ends an open transaction, and finds out the outcome of a commit that has been called.
     *
     * @return whether every outcome is known now, and the producers can be used again
     */
    public boolean finish() {
        Optional<RuntimeException> unusable;
        try {
            while (current != null && current.isCommitCalled()) {
                step();
            }
            unusable = current == null ? Optional.empty() : current.giveUp();
        } catch (RuntimeException failure) {
            unusable = Optional.of(failure);
        }
        unusable.ifPresentOrElse(
                why -> LOG.info("A transaction could not be ended; the producers are made anew: {}", why.getMessage()),
                () -> progress.go(CommitterState.IDLE));
        return unusable.isEmpty() && !wiring.producers().areRenewed();
    }

    /** The source positions behind all that was committed, by partition. To be asked after {@link #finish}. */
    public Map<TopicPartition, SourcePosition> committedPositions() {
        return committedPositions;
    }
}
