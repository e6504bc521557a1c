package org.stoatflow.kernel;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
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
import org.stoatflow.kernel.outbox.EpochWrites;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.outbox.LaneOutput;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.TimestampExtractor;

/**
 * Runs a plan: offered records go through lanes and come out as complete epochs. A kernel begins from the committed
 * state and ends with its first failure; then another kernel begins from the committed state.
 *
 * <p>Threads: one thread, the driver's, offers records and time, cuts epochs and follows complete epochs. Each lane is
 * stepped by one thread. All of these may be the same thread. The kernel makes no thread, waits for nothing and reads
 * time from the clock that it is given.
 */
public final class Kernel {
    private final Plan plan;
    private final Application application;
    private final StateEngine state;
    private final Budget budget;
    private final Clock clock;
    private final Signals signals;
    private final StreamClocks clocks;
    private final Lanes lanes;
    private final boolean isolated;
    private Epoch open; // the driver's
    private Epoch incomplete; // the driver's: the oldest epoch that the driver has not followed

    /**
     * What a kernel is made from.
     *
     * @param state the open state, with the stores of the plan restored
     * @param before what the kernel goes on from, beside the state
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
     * @param partitionTimes the committed partition times of the source partitions that are read, -1 where unknown
     * @param counters what the lanes of the previous kernel have counted, by lane; empty if there was none
     */
    public record Before(Map<TopicPartition, Long> partitionTimes, List<LaneCounters> counters) {
        /** No partition time is known, and no lane has counted. */
        public static final Before NOTHING = new Before(Map.of(), List.of());
    }

    /**
     * How the kernel runs epochs.
     *
     * @param exactlyOnce whether lanes keep output until its epoch is committed, and epochs are isolated; if not, lanes
     *     hand over output whenever their work ends
     * @param stalledMarkBatches mark: with this many outstanding batches at a hop, lanes stop feeding it
     * @param reliefMarkBatches with this many outstanding batches at a hop, stopped lanes feed it again
     */
    public record Settings(boolean exactlyOnce, int stalledMarkBatches, int reliefMarkBatches) {}

    /**
     * What the kernel calls when something happens. The thread whose work is the cause makes the call; implementations
     * signal other threads and return.
     */
    public interface Signals {
        /** The lane may have something to do. */
        void wakeLane(int lane);

        /**
         * The epoch is cut, and all lanes that it has touched have left it. The kernel calls this once for each epoch,
         * not always in their order.
         */
        void onComplete(Epoch epoch);

        /** A lane gives output or sealed writes to the committer; at-least-once only. The lane's thread. */
        void onContribution(LaneContribution contribution);

        /**
         * A lane is in the middle of its work and waits while too much of what was given is not sent; at-least-once
         * only. The lane's thread. Nobody who sends waits for a lane.
         *
         * @param over whether the lane's run is over
         */
        default void awaitRoom(BooleanSupplier over) {}

        /** A processor has asked for a commit. */
        void onCommitRequest();

        /** An epoch is broken: nothing more may be committed. */
        void onBroken(BrokenEpochException why);
    }

    /** Makes the lanes, with new processors. Call {@link Lane#open} on each lane before its first step. */
    public Kernel(Parts parts, Settings settings, Signals signals) {
        this.plan = parts.plan();
        this.application = parts.application();
        this.state = parts.state();
        this.budget = parts.budget();
        this.clock = parts.clock();
        this.signals = signals;
        this.clocks = new StreamClocks(
                plan, parts.state(), settings.exactlyOnce(), parts.before().partitionTimes());
        this.open = Epoch.first(
                1, plan.graph(), plan.lanes(), clocks.count(), settings.reliefMarkBatches(), new Progress());
        this.incomplete = open;
        this.isolated = settings.exactlyOnce() || plan.retractsRows();
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
                                : new Lanes.Guarantee.AtLeastOnce(new Contributions(), plan.retractsRows()),
                        settings.stalledMarkBatches(),
                        signals::onCommitRequest),
                signals::wakeLane,
                parts.before().counters());
    }

    public Plan plan() {
        return plan;
    }

    /**
     * Whether epochs are isolated: lanes keep their writes until the epoch is complete, and an epoch may be cut only
     * when the one before it is applied. So it is under exactly-once, and in plans that retract rows.
     */
    public boolean isIsolated() {
        return isolated;
    }

    /** All lanes, by index. */
    public List<Lane> lanes() {
        return lanes.all();
    }

    /** The clocks: stream time of operators and partition time of sources. */
    public StreamClocks clocks() {
        return clocks;
    }

    // ---- the driver's thread

    /** The open epoch: records and time that are offered now belong to it. */
    public Epoch open() {
        return open;
    }

    /** The lane to which a record of a source goes, or one that was read from a hop's topic. */
    public int laneOf(Entry.Node entry, byte @Nullable [] key, int partition) {
        Stage stage = plan.stageOf(entry);
        return stage.laneOf(stage.isByKey() && key != null ? entry.keys().of(key) : key, partition);
    }

    /**
     * Hands a batch of the open epoch to a lane. {@link #laneOf} gives that lane for each record of the batch. A batch
     * for the far end of a hop has records that were read from the hop's topic. It is counted as what feeds the hop is,
     * and the hop's end cannot be closed meanwhile, since the epoch is not cut.
     */
    public void offer(SourceBatch batch, int lane) {
        lanes.deliver(batch, lane);
    }

    /**
     * Hands a time batch to each lane that has a punctuation due at this time, or rows that a complete epoch has made
     * due.
     *
     * @return the number of lanes that were handed a time batch
     */
    public int offerTime(long nowMs) {
        Epoch uncut = epochOfTime();
        int handed = lanes.deliverTime(uncut, nowMs);
        if (handed > 0) {
            uncut.memory().handOverTime();
        }
        return handed;
    }

    /**
     * Time batches belong to the epoch that is not cut: after the cut, the counter of an entry that nothing feeds must
     * not rise.
     */
    private Epoch epochOfTime() {
        return open;
    }

    /**
     * Whether the open epoch has so much of what processors have written in {@code init()} that it is to be cut without
     * any record.
     */
    public boolean isFullOfInits() {
        return lanes.isFullOfInits(open);
    }

    /** Whether {@link #offerTime} would hand over a time batch for anything but due rows. */
    public boolean isTimeDue(long nowMs) {
        return lanes.isTimeDue(nowMs);
    }

    /**
     * The wall-clock time behind which something is due, in milliseconds since 1970; no time is behind the last one.
     */
    public long timeDueAfterMs() {
        return lanes.timeDueAfterMs(open);
    }

    /** Whether {@link #offerTime} has to find out what complete epochs have made due. */
    public boolean mayHoldDueRows() {
        return lanes.mayHoldDueRows();
    }

    /**
     * Ends the open epoch. Records and time that are offered from now on belong to the next epoch.
     *
     * @param positions where each source partition goes on after the epoch
     * @return the epoch that was cut
     */
    public Epoch cut(Map<TopicPartition, SourcePosition> positions) {
        Epoch cut = open;
        open = cut.cut(positions);
        return cut;
    }

    /**
     * Follows the epochs that have become complete, in their order: an epoch that is complete before an older one says
     * nothing about the records of the older one.
     *
     * @param seen is given each epoch once
     */
    public void followComplete(Consumer<Epoch> seen) {
        while (incomplete.isComplete()) { // also without clocks: an epoch keeps all later epochs in memory
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

    // ---- the committer's thread

    /**
     * Begins to apply complete epochs, once their output is committed.
     *
     * @param ownedAtMs a time at which the partitions were certainly ours, in milliseconds since 1970
     */
    public EpochWrites writes(long ownedAtMs) {
        return new EpochWrites(state, clocks, budget, ownedAtMs);
    }

    // ---- stores from outside of processing

    /**
     * The committed rows of a store partition, as the type that its processors have, to be read only. Any thread may
     * ask, and read what it is given.
     *
     * @throws IllegalArgumentException if the plan has no such store, or the store no such partition
     */
    public StateStore committed(String store, int partition) {
        return Lanes.committed(application, state, planOf(store, partition), partition);
    }

    /**
     * The lane that reads and writes a store partition. Its store shows what the lane has written and not committed;
     * what a caller from outside writes goes into the next epoch that the lane takes part in.
     *
     * @throws IllegalArgumentException if the plan has no such store, or the store no such partition
     * @throws IllegalStateException if the store's stage runs by key, where several lanes have rows of a partition
     */
    public Lane laneOfStore(String store, int partition) {
        Stage stage = plan.stages().get(planOf(store, partition).stage());
        if (stage.isByKey()) {
            throw new IllegalStateException("Store " + store + " is in stage " + stage.id()
                    + ", which runs by key: only what is committed can be seen from outside");
        }
        return lanes().get(stage.laneOf(null, partition));
    }

    private StorePlan planOf(String store, int partition) {
        List<StorePlan> stores = plan.stores();
        for (StorePlan known : stores) {
            if (known.name().equals(store)) {
                if (partition < 0 || partition >= known.partitions()) {
                    throw new IllegalArgumentException(
                            "Store " + store + " has " + known.partitions() + " partitions, and no " + partition);
                }
                return known;
            }
        }
        throw new IllegalArgumentException("There is no store " + store + ", but only "
                + stores.stream().map(StorePlan::name).toList());
    }

    /** Passes what lanes give to the signals. */
    private final class Contributions implements LaneOutput.Intake {
        @Override
        public void offer(LaneContribution contribution) {
            signals.onContribution(contribution);
        }

        @Override
        public void awaitRoom(BooleanSupplier over) {
            signals.awaitRoom(over);
        }
    }

    /** Wakes lanes when an epoch advances, and passes the other events of epochs to the signals. */
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
