package org.stoatflow.runtime.sink;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Cadence;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.epoch.StepCount;
import org.stoatflow.kernel.fault.DropCounts;
import org.stoatflow.kernel.fault.Faults;
import org.stoatflow.kernel.lane.LaneContribution;
import org.stoatflow.kernel.lane.StreamClocks;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;

/**
 * Commits without transactions (docs/DESIGN.md, "At-least-once"). The committer sends output as it comes. A round takes
 * what lanes have sealed, sends its changelog records, waits until all that was sent so far is acknowledged, and
 * applies it in one write. Then the consumer's thread commits the source offsets of the complete epochs.
 */
public final class FlowCommitter implements Committer {
    private final Producer<byte[], byte[]> producer;
    private final StateEngine state;
    private final StreamClocks clocks;
    private final Consumer<Map<TopicPartition, SourcePosition>> offsets;
    private final LongSupplier ownedAtMs;
    private final Budget budget;
    private final Cadence cadence;
    private final Clock clock;
    private final Refusals refusals;
    private final Runnable wake;
    private final Queue<LaneContribution> offered = new ConcurrentLinkedQueue<>();
    private final ChangelogTails changelogTails;

    private Epoch oldest;
    private Sends sending;
    private List<LaneContribution> sealed = new ArrayList<>();
    private long outputBytes;
    private long lastRoundNs;
    private volatile boolean committed;
    private volatile @Nullable Round round; // written by the committer's thread
    private volatile long idleSinceNs; // likewise
    private final StepCount steps = new StepCount();
    private CommitWatch watch = CommitWatch.NONE;

    /**
     * What is waiting for acknowledgement.
     *
     * @param acknowledged what was sent before, in the same round
     * @param sealed what is applied at its end
     * @param last of it, what is sent only when all else is acknowledged
     */
    private record Round(
            Sends sends,
            List<Sends> acknowledged,
            List<LaneContribution> sealed,
            List<LaneContribution> last,
            long outputBytes,
            List<Epoch> epochs,
            long startedNs) {}

    /**
     * @param first the first epoch of the run
     * @param offsets takes the offsets to commit, in order; they are committed by the consumer's own thread
     * @param ownedAtMs a time at which the partitions were certainly ours, as late as is known
     * @param faults what becomes of records that are refused
     * @param wake wakes the committer's thread; called by the producer's I/O thread
     */
    public FlowCommitter(
            Producer<byte[], byte[]> producer,
            StateEngine state,
            StreamClocks clocks,
            Epoch first,
            Consumer<Map<TopicPartition, SourcePosition>> offsets,
            LongSupplier ownedAtMs,
            Budget budget,
            Cadence cadence,
            Clock clock,
            Faults faults,
            Runnable wake) {
        this.producer = producer;
        this.state = state;
        this.changelogTails = new ChangelogTails(state);
        this.clocks = clocks;
        this.oldest = first;
        this.offsets = offsets;
        this.ownedAtMs = ownedAtMs;
        this.budget = budget;
        this.cadence = cadence;
        this.clock = clock;
        this.refusals = new Refusals(faults.handlers(), false);
        this.wake = wake;
        this.sending = new Sends(false, wake);
    }

    /** Takes what a lane hands over: output, or sealed writes with their changelog records. Any thread. */
    public void offer(LaneContribution contribution) {
        offered.add(contribution);
        wake.run();
    }

    @Override
    public boolean step() {
        return steps.count(advance());
    }

    private boolean advance() {
        Round going = round;
        // Which epochs are complete is read before what they contributed: so a round never commits offsets of an epoch
        // whose output or writes are still on their way here.
        List<Epoch> complete = going == null ? completeEpochs() : List.of();
        boolean worked = sendOffered();
        return going == null ? startRound(complete) || worked : finishRound(going) || worked;
    }

    @Override
    public CommitterState state() {
        return round == null ? CommitterState.IDLE : CommitterState.SENDING;
    }

    @Override
    public StepCount steps() {
        return steps;
    }

    @Override
    public long doingSinceNs() {
        Round going = round;
        return going == null ? idleSinceNs : going.startedNs();
    }

    @Override
    public void reportTo(CommitWatch newWatch) {
        watch = newWatch;
        refusals.reportTo(newWatch);
    }

    @Override
    public boolean awaitsGroup() {
        return false; // source offsets are the consumer's to commit
    }

    @Override
    public DropCounts drops() {
        return refusals.drops();
    }

    @Override
    public void sendRest() {
        sendOffered();
    }

    @Override
    public boolean hasCommitted() {
        return committed;
    }

    /** What was sent and not applied is in the changelog: a restart reads it there, by new producers. */
    @Override
    public boolean finish() {
        return false;
    }

    @Override
    public Map<TopicPartition, SourcePosition> committedPositions() {
        return Map.of();
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

    /** What is there now, and not what comes meanwhile: lanes that are busy would keep rounds from ever beginning. */
    private boolean sendOffered() {
        int there = offered.size();
        for (int i = 0; i < there; i++) {
            LaneContribution next = Objects.requireNonNull(offered.poll());
            if (!next.changesState()) {
                sending.send(producer, next.outbox());
                outputBytes += next.bytes();
            } else {
                sealed.add(next);
            }
        }
        return there > 0;
    }

    private boolean startRound(List<Epoch> complete) {
        boolean overdue = clock.nanos() - lastRoundNs >= cadence.intervalNs();
        if (complete.isEmpty() && (sealed.isEmpty() && outputBytes == 0 || !overdue)) {
            return false; // a slow record keeps epochs open; what other lanes seal and send meanwhile is taken at
            // intervals
        }
        lastRoundNs = clock.nanos();
        List<LaneContribution> taken = takeSealed(
                complete.isEmpty() ? oldest.number() - 1 : complete.getLast().number());
        List<LaneContribution> last = sendAllButTimeWork(taken);
        Sends closing = sending;
        round = new Round(closing, List.of(), taken, last, outputBytes, complete, clock.nanos());
        sending = new Sends(false, wake);
        outputBytes = 0;
        closing.allSent();
        return true;
    }

    /**
     * What may be applied now that all epochs up to this one are complete. What time has made due does not come again after a
     * crash: the rows that it consumed are removed only together with all that came of them. Each lane's order is kept.
     */
    private List<LaneContribution> takeSealed(long lastComplete) {
        List<LaneContribution> taken = new ArrayList<>();
        List<LaneContribution> waiting = new ArrayList<>();
        Set<Integer> waitingLanes = new HashSet<>();
        for (LaneContribution contribution : sealed) {
            if (mustWait(contribution, lastComplete) || waitingLanes.contains(contribution.lane())) {
                waitingLanes.add(contribution.lane());
                waiting.add(contribution);
            } else {
                taken.add(contribution);
            }
        }
        sealed = waiting;
        return taken;
    }

    /**
     * Sends all but seals with time work, and later ones of their lanes, and returns these. Their changelog records, which
     * remove what was due, go out after the output: after a failure between the two it comes out again, and not never.
     */
    private List<LaneContribution> sendAllButTimeWork(List<LaneContribution> taken) {
        List<LaneContribution> last = new ArrayList<>();
        Set<Integer> lanes = new HashSet<>();
        for (LaneContribution contribution : taken) {
            if (contribution.timeEpoch() > 0 || lanes.contains(contribution.lane())) {
                lanes.add(contribution.lane());
                last.add(contribution);
            } else {
                sending.send(producer, contribution.outbox());
            }
        }
        return last;
    }

    private Round sendLast(Round waiting) {
        Sends closing = new Sends(false, wake);
        for (LaneContribution contribution : waiting.last()) {
            closing.send(producer, contribution.outbox());
        }
        closing.allSent();
        return new Round(
                closing,
                List.of(waiting.sends()),
                waiting.sealed(),
                List.of(),
                waiting.outputBytes(),
                waiting.epochs(),
                waiting.startedNs());
    }

    private static boolean mustWait(LaneContribution contribution, long lastComplete) {
        return contribution.timeEpoch() > lastComplete;
    }

    private boolean finishRound(Round waiting) {
        if (!waiting.sends().isAllBack()) {
            return false;
        }
        if (waiting.sends().isRefused()) {
            resolve(waiting.sends());
            return true; // with the answers to dead letters, if there are any
        }
        if (!waiting.last().isEmpty()) {
            round = sendLast(waiting);
            return true;
        }
        long acknowledgedNs = clock.nanos();
        watch.onPhase(CommitPhase.SENDING, acknowledgedNs - waiting.startedNs());
        long bytes = apply(waiting);
        watch.onPhase(CommitPhase.APPLYING, clock.nanos() - acknowledgedNs);
        Map<TopicPartition, SourcePosition> positions = new HashMap<>();
        for (Epoch epoch : waiting.epochs()) {
            positions.putAll(clocks.sources().positions(epoch));
            Epoch next = epoch.next();
            if (next != null) {
                oldest = next;
            }
            watch.onEpoch(epoch);
            epoch.markApplied();
        }
        long tookNs = clock.nanos() - waiting.startedNs();
        cadence.onCommitted(tookNs, acknowledgedNs - waiting.startedNs());
        watch.onCommitted(tookNs, bytes);
        idleSinceNs = clock.nanos();
        round = null;
        committed = true;
        offsets.accept(positions);
        return true;
    }

    /**
     * What may pass is not sent once more: it would come after later records of its key. It is processed again, after a
     * restart in place.
     */
    private void resolve(Sends refused) {
        Outbox letters = new Outbox(0);
        Refusals.Decision decision = refusals.decide(refused.takeRefusals(), letters);
        refused.send(producer, letters);
        switch (decision) {
            case Refusals.Decision.Resolved resolved -> {}
            case Refusals.Decision.Again again ->
                throw failed(again.example().describe(), again.example().reason());
            case Refusals.Decision.Failed failed -> throw failed(failed.why(), failed.cause());
        }
    }

    private CommitFailure failed(String why, Exception cause) {
        return new CommitFailure("Output cannot be sent: " + why, cause, true);
    }

    /** Says how many bytes it gave back. */
    private long apply(Round waiting) {
        long released = waiting.outputBytes();
        StateBatch batch = new StateBatch(ownedAtMs.getAsLong());
        boolean risen = false;
        for (Epoch epoch : waiting.epochs()) {
            risen |= clocks.addTo(batch, epoch);
        }
        if (risen || !waiting.sealed().isEmpty()) {
            for (LaneContribution contribution : waiting.sealed()) {
                contribution.addTo(batch);
                released += contribution.bytes();
            }
            waiting.acknowledged().forEach(sends -> changelogTails.addTo(batch, sends.written()));
            changelogTails.addTo(batch, waiting.sends().written());
            batch.markAllCurrent();
            state.apply(batch);
            waiting.sealed().forEach(LaneContribution::markApplied);
        }
        budget.release(released);
        return released;
    }
}
