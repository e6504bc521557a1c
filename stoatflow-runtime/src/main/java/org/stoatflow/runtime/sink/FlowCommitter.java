package org.stoatflow.runtime.sink;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.epoch.StepCount;
import org.stoatflow.kernel.error.DropCounts;
import org.stoatflow.kernel.outbox.EpochWrites;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.plan.ChangelogOrder;

/**
 * Commits without transactions (at-least-once): it sends output as it comes. A round takes the writes that lanes have
 * sealed and sends their changelog records. It waits until everything sent up to then is acknowledged, and applies the
 * writes to the state in one batch. Then it has the source offsets committed, up to the last epoch that all its lanes
 * have left.
 */
public final class FlowCommitter implements Committer {
    private static final int ROOM_SHARE = 2;

    private final CommitContext context;
    private final Consumer<Map<TopicPartition, SourcePosition>> offsets;
    private final LongSupplier ownedAtMs;
    private final SendFailureHandler sendFailures;
    private final ChangelogTails changelogTails;
    private final FlowIntake intake;
    private final CommitProgress progress;
    private final StepCount steps = new StepCount();
    private Epoch oldest;
    private @Nullable Round round; // none between two rounds
    private long lastRoundNs;

    /**
     * Shared. Written by: committer. Read by: the dispatcher's thread. Safe: volatile, one writer. Proof:
     * SharedFieldsTest.
     */
    private volatile boolean committed;

    /**
     * A round that waits for acknowledgements.
     *
     * @param taken the contributions that the round has taken from lanes
     * @param sentRecords the records that the round waits for
     * @param acknowledged records that were sent before, in the same round
     * @param last records that are sent only when all others are acknowledged, each group once that before it is
     */
    private record Round(
            FlowIntake.Taken taken,
            SentRecords sentRecords,
            List<SentRecords> acknowledged,
            List<FlowIntake.Group> last,
            List<Epoch> epochs,
            long startedNs) {
        static Round first(FlowIntake.Taken taken, List<Epoch> epochs, long startedNs) {
            return new Round(taken, taken.sentRecords(), List.of(), taken.last(), epochs, startedNs);
        }

        /** The round once all is acknowledged that was sent so far, and the first of the last groups is sent. */
        Round withNext(SentRecords next) {
            List<SentRecords> before = new ArrayList<>(acknowledged);
            before.add(sentRecords);
            return new Round(taken, next, before, last.subList(1, last.size()), epochs, startedNs);
        }
    }

    /**
     * What is sent with, and in which order.
     *
     * @param topics knows which topics are there
     * @param patience for how long a record is tried that the producer does not take though its topic is there
     * @param lingers for how long a round waits for records that linger in the producer; empty where none do
     * @param order of changelogs, where epochs are isolated
     */
    public record Broker(
            Producer<byte[], byte[]> producer,
            OutputTopics topics,
            Duration patience,
            Optional<Duration> lingers,
            ChangelogOrder order) {
        /** With a producer in which no record lingers. */
        public Broker(Producer<byte[], byte[]> producer, OutputTopics topics, Duration patience, ChangelogOrder order) {
            this(producer, topics, patience, Optional.empty(), order);
        }
    }

    /**
     * @param first the first epoch of the run
     * @param offsets takes the offsets to commit, in order; the consumer's own thread commits them
     * @param ownedAtMs gives the latest known time at which the partitions were certainly ours
     * @param wake wakes the committer's thread; called by the producer's I/O thread too
     */
    public FlowCommitter(
            CommitContext context,
            Broker broker,
            Epoch first,
            Consumer<Map<TopicPartition, SourcePosition>> offsets,
            LongSupplier ownedAtMs,
            Runnable wake) {
        this.context = context;
        this.offsets = offsets;
        this.ownedAtMs = ownedAtMs;
        this.oldest = first;
        this.sendFailures =
                new SendFailureHandler(context.errors().handlers(), false, broker.topics(), context.listener());
        this.changelogTails = new ChangelogTails(context.state());
        FlowSender sender = new FlowSender(
                broker.producer(), broker.topics(), TimeSpans.nanos(broker.patience()), context.clock(), this::resolve);
        OutputRoom room = new OutputRoom(context.budget().bytesMax() / ROOM_SHARE, context.clock());
        this.intake = new FlowIntake(
                sender,
                broker.order(),
                room,
                new Lingering(broker.producer(), broker.lingers(), context.clock(), room::isAwaited),
                wake);
        this.progress = new CommitProgress(context.clock(), context.listener(), () -> {});
    }

    /** Takes what a lane hands over: output, or sealed writes with their changelog records. Any thread. */
    public void offer(LaneContribution contribution) {
        intake.offer(contribution);
    }

    /**
     * Waits while too much of what lanes have handed over is not acknowledged. A lane's thread, in the middle of its
     * work.
     *
     * @param pause waits a moment; false to wait no longer
     */
    public void awaitRoom(BooleanSupplier pause) {
        intake.awaitRoom(pause);
    }

    /** Wakes the committer, whose next round finds the epoch by itself. */
    @Override
    public void onComplete(Epoch done) {
        intake.wake();
    }

    @Override
    public boolean step() {
        return steps.count(advance());
    }

    private boolean advance() {
        Round going = round;
        // It reads which epochs are complete before it takes contributions: so a round never commits offsets of an
        // epoch whose output or writes are still on their way here.
        List<Epoch> complete = going == null ? completeEpochs() : List.of();
        boolean sends = going == null && intake.hasOffered();
        if (sends) {
            progress.go(CommitterState.SENDING);
        }
        boolean worked = intake.sendOffered();
        if (sends) {
            progress.go(CommitterState.IDLE);
        }
        if (intake.isStopped()) {
            return false; // what is left is sent at the end, from where the sender has stopped
        }
        return going == null ? startRound(complete) || worked : finishRound(going) || worked;
    }

    @Override
    public long waitNs() {
        Round going = round;
        return going == null ? Long.MAX_VALUE : intake.lingering().waitNs(going.sentRecords(), going.startedNs());
    }

    @Override
    public void hurry() {
        intake.hurry();
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
        AwaitedAnswers answers = progress.awaited();
        // Where all of a round have come, the committer is still elsewhere: it blocks in a send, or is in a handler of
        // the user's. A flush is waited for even then.
        return answers instanceof SentRecords ofRound && ofRound.missing() == 0 ? null : answers;
    }

    @Override
    public DropCounts drops() {
        return sendFailures.drops();
    }

    /**
     * Sends what a lane handed over before it failed, such as the dead letter of the record that made it fail. Called
     * after the last step, in the same thread. It waits for one call of the client at most.
     */
    public void sendRest() {
        intake.sendRest();
    }

    /** Has the step that is under way send no other record. Any thread, at the end of a run. */
    public void stopSending() {
        intake.stopSending();
    }

    @Override
    public boolean hasCommitted() {
        return committed;
    }

    private List<Epoch> completeEpochs() {
        List<Epoch> complete = new ArrayList<>();
        Epoch next = oldest;
        while (next.isComplete()) {
            complete.add(next);
            Epoch successor = next.next();
            if (successor == null) {
                throw new IllegalStateException("epoch=" + next.number() + " is cut and has no successor");
            }
            next = successor;
        }
        return complete;
    }

    private boolean startRound(List<Epoch> complete) {
        boolean overdue =
                context.clock().nanos() - lastRoundNs >= context.cadence().intervalNs() || intake.isAwaited();
        if (complete.isEmpty() && (intake.isEmpty() || !overdue)) {
            return false; // a slow record keeps epochs open; what other lanes seal and send meanwhile is taken at
            // intervals
        }
        lastRoundNs = context.clock().nanos();
        long lastComplete =
                complete.isEmpty() ? oldest.number() - 1 : complete.getLast().number();
        progress.go(CommitterState.SENDING);
        round = Round.first(
                intake.take(lastComplete, complete), complete, context.clock().nanos());
        return true;
    }

    private boolean finishRound(Round waiting) {
        boolean allBack = waiting.sentRecords().isAllBack(); // read before the failed sends, as they come before it
        if (waiting.sentRecords().isRefused()) {
            progress.awaits(null);
            intake.resolve(waiting.sentRecords());
            return true; // the round now also waits for the answers to dead letters, if there are any
        }
        if (!allBack) {
            progress.awaits(waiting.sentRecords());
            return flushIfDue(waiting);
        }
        progress.awaits(null);
        if (!waiting.last().isEmpty()) {
            round = waiting.withNext(intake.sendLast(waiting.last().getFirst()));
            return true;
        }
        context.state().requireSound();
        intake.onAcknowledged(waiting.taken());
        long acknowledgedNs = context.clock().nanos();
        context.listener().onPhase(CommitPhase.SENDING, acknowledgedNs - waiting.startedNs());
        EpochWrites writes = apply(waiting);
        context.listener().onPhase(CommitPhase.APPLYING, context.clock().nanos() - acknowledgedNs);
        endRound(waiting, acknowledgedNs, writes);
        return true;
    }

    /** @return whether it has */
    private boolean flushIfDue(Round waiting) {
        if (!intake.lingering().isFlushDue(waiting.sentRecords(), waiting.startedNs())) {
            return false;
        }
        progress.awaits(answersOfFlush(waiting.sentRecords(), intake.sending()));
        try {
            intake.lingering().flush(waiting.sentRecords());
        } finally {
            progress.awaits(waiting.sentRecords());
        }
        return true;
    }

    /** A flush waits for all that is sent, so also for what the next round will wait for. */
    private static AwaitedAnswers answersOfFlush(SentRecords ofRound, SentRecords ofNextRound) {
        return () -> ofRound.missing() + ofNextRound.missing() - 1; // the next round counts its sender, too
    }

    private void endRound(Round applied, long acknowledgedNs, EpochWrites writes) {
        Map<TopicPartition, SourcePosition> positions = new HashMap<>();
        for (Epoch epoch : applied.epochs()) {
            positions.putAll(context.clocks().positions(epoch));
            Epoch next = epoch.next();
            if (next != null) {
                oldest = next;
            }
            context.listener().onEpoch(epoch);
        }
        offsets.accept(positions); // before the epochs count as applied: then nothing is left to be offered
        writes.end();
        long tookNs = context.clock().nanos() - applied.startedNs();
        context.cadence().onCommitted(tookNs, acknowledgedNs - applied.startedNs());
        context.listener().onCommitted(tookNs, writes.bytes());
        progress.go(CommitterState.IDLE);
        round = null;
        committed = true;
    }

    /**
     * Lets the handlers decide about failed sends. A record whose failure may pass is not sent once more, since it
     * would come after later records of its key. It is processed again, after a restart in place.
     */
    private void resolve(SentRecords refused) {
        Outbox letters = new Outbox(0);
        SendFailureHandler.Decision decision = sendFailures.decide(refused.takeSendFailures(), letters);
        intake.sendAgain(refused, letters);
        switch (decision) {
            case SendFailureHandler.Decision.Resolved resolved -> {}
            case SendFailureHandler.Decision.Again again ->
                throw failed(again.example().describe(), again.example().reason());
            case SendFailureHandler.Decision.Failed failed ->
                throw failed(failed.why(), failed.cause()).decidedBy(failed);
        }
    }

    private CommitFailure failed(String why, Exception cause) {
        return new CommitFailure("Output cannot be sent: " + why, cause, true);
    }

    /** Applies the round to the state. */
    private EpochWrites apply(Round waiting) {
        EpochWrites writes = context.writes(ownedAtMs.getAsLong());
        waiting.epochs().forEach(writes::add);
        waiting.taken().sealed().forEach(writes::add);
        writes.addBytes(waiting.taken().outputBytes());
        writes.apply(batch -> {
            waiting.acknowledged().forEach(sentRecords -> changelogTails.addTo(batch, sentRecords.written()));
            changelogTails.addTo(batch, waiting.sentRecords().written());
        });
        return writes;
    }
}
