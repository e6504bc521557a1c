package org.stoatflow.kernel;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.batch.SourceBatch;
import org.stoatflow.kernel.chain.Application;
import org.stoatflow.kernel.clock.StreamClocks;
import org.stoatflow.kernel.counters.LaneCounters;
import org.stoatflow.kernel.epoch.BrokenEpochException;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.EpochListener;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.lane.Lanes;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.processor.TimestampExtractor;

/**
 * Runs a plan: what is offered goes through lanes, and comes out as complete epochs. It begins at what is committed in
 * the state and ends with its first failure; another kernel then begins from what is committed.
 *
 * <p>Threads: one thread, the driver's, offers, cuts and follows. Each lane is stepped by one thread. All of these may
 * be the same. It makes no thread, waits for nothing and reads time from the clock that it is given.
 */
public final class Kernel {
    private final Plan plan;
    private final Clock clock;
    private final Signals signals;
    private final StreamClocks clocks;
    private final Lanes lanes;
    private Epoch open; // the driver's
    private Epoch incomplete; // the driver's: the first that it has not seen complete

    /**
     * What a kernel is made from.
     *
     * @param state open, with the stores of the plan restored
     * @param before what it goes on from
     */
    public record Parts(
            Plan plan,
            Application application,
            StateEngine state,
            TimestampExtractor defaultExtractor,
            Before before,
            Budget budget,
            Clock clock) {}

    /**
     * What a kernel goes on from, beside the state.
     *
     * @param partitionTimes of the source partitions that are read, as they are committed, -1 where unknown
     * @param counters what the lanes of the kernel before have counted, by lane; empty if there was none
     */
    public record Before(Map<TopicPartition, Long> partitionTimes, List<LaneCounters> counters) {
        /** Nothing is known of times, and nothing was counted. */
        public static final Before NOTHING = new Before(Map.of(), List.of());
    }

    /**
     * How epochs are kept.
     *
     * @param exactlyOnce whether epochs are isolated; if not, lanes contribute as they go
     * @param stalledMarkBatches batches at a hop from which on lanes do not feed it
     * @param reliefMarkBatches batches at a hop from which on they do again
     */
    public record Settings(boolean exactlyOnce, int stalledMarkBatches, int reliefMarkBatches) {}

    /**
     * Whom the kernel tells. Called on the thread whose work is the cause; implementations signal other threads and
     * return.
     */
    public interface Signals {
        /** The lane may have something to do. */
        void wakeLane(int lane);

        /** The epoch is cut, and all lanes that it has touched have left it. Once for each, not always in order. */
        void onComplete(Epoch epoch);

        /** A lane has left an epoch, or hands over output; at-least-once only. The lane's thread. */
        void onContribution(LaneContribution contribution);

        /** A processor wants a commit. */
        void onCommitRequest();

        /** Something has been seen that can never be: nothing more may be committed. */
        void onBroken(BrokenEpochException why);
    }

    /** Makes the lanes, with new processors. Call {@link Lane#open} on each before it is stepped. */
    public Kernel(Parts parts, Settings settings, Signals signals) {
        this.plan = parts.plan();
        this.clock = parts.clock();
        this.signals = signals;
        this.clocks = new StreamClocks(
                plan, parts.state(), settings.exactlyOnce(), parts.before().partitionTimes());
        this.open = Epoch.first(
                1, plan.graph(), plan.lanes(), clocks.count(), settings.reliefMarkBatches(), new Progress());
        this.incomplete = open;
        this.lanes = Lanes.create(
                new Lanes.Wiring(
                        plan,
                        parts.application(),
                        parts.defaultExtractor(),
                        parts.state(),
                        clocks,
                        clock,
                        parts.budget()),
                new Lanes.Rules(
                        settings.exactlyOnce()
                                ? new Lanes.Guarantee.ExactlyOnce()
                                : new Lanes.Guarantee.AtLeastOnce(signals::onContribution),
                        settings.stalledMarkBatches(),
                        signals::onCommitRequest),
                signals::wakeLane,
                parts.before().counters());
    }

    public Plan plan() {
        return plan;
    }

    /** All lanes, by index. */
    public List<Lane> lanes() {
        return lanes.all();
    }

    /** Stream time of operators and partition time of sources. */
    public StreamClocks clocks() {
        return clocks;
    }

    // ---- the driver's thread

    /** The epoch into which everything goes that is offered now. */
    public Epoch open() {
        return open;
    }

    /** The lane to which a record of a source goes. */
    public int laneOf(Entry.Source entry, byte @Nullable [] key, int partition) {
        Stage stage = plan.stageOf(entry);
        return stage.laneOf(stage.isByKey() && key != null ? entry.keys().of(key) : key, partition);
    }

    /** Hands a batch of the open epoch to the lane to which each of its records goes. */
    public void offer(SourceBatch batch, int lane) {
        lanes.deliver(batch, lane);
    }

    /**
     * Hands a time batch to each lane for which something is due at this time, or was made due by a complete epoch.
     *
     * @return how many
     */
    public int offerTime(long nowMs) {
        Epoch uncut = epochOfTime();
        int handed = lanes.deliverTime(uncut, nowMs);
        if (handed > 0) {
            uncut.memory().handOverTime();
        }
        return handed;
    }

    /** One that is not cut: no counter of another may rise at an entry that nothing feeds. */
    private Epoch epochOfTime() {
        return open;
    }

    /** Whether time has made something due that {@link #offerTime} would hand over, but for due rows. */
    public boolean isTimeDue(long nowMs) {
        return lanes.isTimeDue(nowMs);
    }

    /**
     * When the wall clock makes something due next, in milliseconds since 1970; the longest time if nothing is
     * scheduled.
     */
    public long timeDueMs() {
        return lanes.timeDueMs();
    }

    /** Whether {@link #offerTime} has to find out what complete epochs have made due. */
    public boolean mayHoldDueRows() {
        return lanes.mayHoldDueRows();
    }

    /**
     * Ends the open epoch; what is offered from now on is of the next one.
     *
     * @param positions where each source partition goes on after it
     * @return the epoch that was cut
     */
    public Epoch cut(Map<TopicPartition, SourcePosition> positions) {
        Epoch cut = open;
        open = cut.cut(positions);
        return cut;
    }

    /**
     * Takes note of the epochs that have become complete, in their order: one that is complete earlier than one before
     * it says nothing about records that are still to come.
     *
     * @param seen is told of each, once
     */
    public void followComplete(Consumer<Epoch> seen) {
        while (incomplete.isComplete()) { // also without clocks: whoever keeps an epoch keeps all later ones
            if (lanes.keepClocks()) {
                lanes.onComplete(incomplete);
            }
            seen.accept(incomplete);
            incomplete = Objects.requireNonNull(incomplete.next());
        }
    }

    /** Whether {@link #followComplete} has something to follow. */
    public boolean hasNewlyComplete() {
        return incomplete.isComplete();
    }

    /** What epochs tell: lanes are woken, and the rest is passed on. */
    private final class Progress implements EpochListener {
        @Override
        public void onStageAdvanced(Epoch epoch, int stage) {
            lanes.wakeTouched(epoch, stage);
        }

        @Override
        public void onRelief(int entry) {
            lanes.wakeFeeders(entry);
        }

        @Override
        public void onComplete(Epoch epoch) {
            epoch.timings().onComplete(clock.nanos());
            signals.onComplete(epoch);
        }

        @Override
        public void onBroken(BrokenEpochException why) {
            signals.onBroken(why);
        }
    }
}
