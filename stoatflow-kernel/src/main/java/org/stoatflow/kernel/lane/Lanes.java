package org.stoatflow.kernel.lane;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.stoatflow.kernel.batch.HopTarget;
import org.stoatflow.kernel.batch.Inbox;
import org.stoatflow.kernel.batch.InboxTarget;
import org.stoatflow.kernel.batch.Inboxes;
import org.stoatflow.kernel.batch.SourceBatch;
import org.stoatflow.kernel.batch.TimeBatch;
import org.stoatflow.kernel.chain.Application;
import org.stoatflow.kernel.clock.ClockGroup;
import org.stoatflow.kernel.clock.StreamClocks;
import org.stoatflow.kernel.counters.LaneCounters;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.outbox.LaneOutput;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.LaneShare;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.kernel.record.KeyGuard;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.lane.CommittedStores;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.TimestampExtractor;

/**
 * All lanes of one run of an application. They are made together because hops need the inboxes of their targets. The
 * set of lanes is immutable; each lane belongs to its thread, and the times of time batches to the dispatcher.
 */
public final class Lanes {
    private final Plan plan;
    private final List<Lane> lanes;
    private final Inboxes inboxes;
    private final StreamClocks clocks;
    private final InitShare inits;
    private final List<Timed> punctuated = new ArrayList<>();
    private final List<Timed> holders = new ArrayList<>();
    private boolean mayHoldDueRows = true; // true at first, since a start or an abort may leave rows due

    /** A lane that may be handed time batches, and its timer entry. Owner: the dispatcher. */
    private static final class Timed {
        private final Lane lane;
        private final int entry;
        private long handedOver;

        Timed(Lane lane, int entry) {
            this.lane = lane;
            this.entry = entry;
        }

        /** Whether the lane has a time batch that is not done. That batch handles all that is due when it runs. */
        private boolean isUnderWay() {
            return handedOver != lane.progress().timeBatches();
        }

        long initBytes() {
            return lane.progress().initBytes();
        }

        boolean isTimeDue(long nowMs) {
            return !isUnderWay() && lane.progress().isTimeDue(nowMs);
        }

        long timeDueAfterMs() {
            return isUnderWay() ? Long.MAX_VALUE : lane.progress().wallClockDueAfterMs();
        }
    }

    private Lanes(Plan plan, StreamClocks clocks, List<Lane> lanes, Inboxes inboxes, InitShare inits) {
        this.plan = plan;
        this.inits = inits;
        this.clocks = clocks;
        this.lanes = lanes;
        this.inboxes = inboxes;
        for (Lane lane : lanes) {
            lane.stage().entries().stream()
                    .filter(Entry.Timer.class::isInstance)
                    .forEach(timer -> add(new Timed(lane, timer.id())));
        }
    }

    /** Adds a lane to those that it belongs to. In a stage by key, no processor may schedule punctuators. */
    private void add(Timed at) {
        if (!at.lane.stage().isByKey()) {
            punctuated.add(at);
        }
        if (!ClockGroup.of(at.lane.stage()).isEmpty()) {
            holders.add(at);
        }
    }

    /** What all lanes are made from. */
    public record Wiring(
            Plan plan,
            Application application,
            TimestampExtractor defaultExtractor,
            StateEngine state,
            StreamClocks clocks,
            Clock clock,
            Budget budget) {}

    /**
     * How lanes run.
     *
     * @param stalledMark mark: with this many outstanding batches at a hop, lanes stop feeding it
     * @param commitRequest is run when a processor asks for a commit
     */
    public record Rules(Guarantee guarantee, int stalledMark, Runnable commitRequest) {}

    /** The processing guarantee, with what a lane needs to know about it. */
    public sealed interface Guarantee {
        /** Whether a lane is in one epoch at a time, and its writes are applied with that epoch only. */
        boolean isIsolated();

        /** Epochs are isolated, and a lane gives its contribution to the epoch. */
        record ExactlyOnce() implements Guarantee {
            @Override
            public boolean isIsolated() {
                return true;
            }
        }

        /**
         * A lane gives its output to the intake as it comes. Its writes go to the epoch where epochs are isolated, else
         * to the intake.
         */
        record AtLeastOnce(LaneOutput.Intake intake, boolean isIsolated) implements Guarantee {}
    }

    /** Wakes the thread of a lane. */
    @FunctionalInterface
    public interface Waker {
        void wake(int lane);
    }

    /**
     * Makes the lanes, with new processors from their suppliers. Call {@link Lane#open} before the first step.
     *
     * @param before what the lanes of the previous run have counted, by lane; empty if there was none
     */
    public static Lanes create(Wiring wiring, Rules rules, Waker waker, List<LaneCounters> before) {
        Plan plan = wiring.plan();
        Inboxes inboxes = inboxes(plan, rules, waker, wiring.budget());
        LaneBuilder builder = new LaneBuilder(wiring, rules, inboxes, hopTargets(plan, inboxes));
        List<Lane> lanes = new ArrayList<>();
        for (Stage stage : plan.stages()) {
            KeyGuard guard = KeyGuard.of(stage, wiring.application().shownKeys());
            for (int index = stage.firstLane(); index < stage.firstLane() + stage.lanes(); index++) {
                LaneCounters counters =
                        new LaneCounters(stage, before.size() == plan.lanes() ? before.get(index) : null);
                lanes.add(builder.lane(LaneShare.of(stage, index), guard, counters));
            }
        }
        boolean bounded = rules.guarantee() instanceof Guarantee.ExactlyOnce;
        InitShare inits = new InitShare(bounded ? wiring.budget().epochBytesMax() : Long.MAX_VALUE);
        return new Lanes(plan, wiring.clocks(), List.copyOf(lanes), inboxes, inits);
    }

    private static Inboxes inboxes(Plan plan, Rules rules, Waker waker, Budget budget) {
        Inbox[] byLane = new Inbox[plan.lanes()];
        boolean isolated = rules.guarantee().isIsolated();
        for (Stage stage : plan.stages()) {
            int[] slots = inboxSlots(stage);
            for (int lane = stage.firstLane(); lane < stage.firstLane() + stage.lanes(); lane++) {
                int index = lane;
                byLane[lane] = new Inbox(stage.entries().getFirst().id(), slots, isolated, () -> waker.wake(index));
            }
        }
        return new Inboxes(byLane, budget);
    }

    /**
     * The number of each entry's queue. All sources share one queue, so that the dispatcher's order of records stays.
     * Any other entry has a queue of its own.
     */
    private static int[] inboxSlots(Stage stage) {
        int[] slots = new int[stage.entries().size()];
        int sources = -1;
        for (int slot = 0; slot < slots.length; slot++) {
            boolean source = stage.entries().get(slot) instanceof Entry.Source;
            if (source && sources < 0) {
                sources = slot;
            }
            slots[slot] = source ? sources : slot;
        }
        return slots;
    }

    private static Map<String, HopTarget> hopTargets(Plan plan, Inboxes inboxes) {
        Map<String, HopTarget> targets = new HashMap<>();
        for (Entry.HopEnd end : plan.hopEnds()) {
            targets.put(end.node().topics().getFirst(), new InboxTarget(end, plan.stageOf(end), inboxes));
        }
        return targets;
    }

    public List<Lane> all() {
        return lanes;
    }

    /**
     * The committed rows of a store partition, to be read only. Any thread may ask, and read what it is
     * given.
     *
     * @param store the store in the stage that owns it
     */
    public static StateStore committed(Application application, StateEngine state, StorePlan store, int partition) {
        return CommittedStores.of(
                state, store.description(), partition, LaneStates.defaults(application, List.of(store)));
    }

    /** Hands a source batch to a lane, counted in its epoch. Dispatcher only. */
    public void deliver(SourceBatch batch, int lane) {
        inboxes.handOver(batch, lane);
    }

    /** Whether rows may have become due since {@link #deliverTime} last looked. Dispatcher only. */
    public boolean mayHoldDueRows() {
        return mayHoldDueRows && keepClocks();
    }

    /** Whether any operator buffers rows for a later stream time. */
    public boolean keepClocks() {
        return !holders.isEmpty();
    }

    /**
     * The epoch, and all before it, are complete. The next {@link #deliverTime} looks for rows that this has made due.
     * Dispatcher only.
     */
    public void onComplete(Epoch epoch) {
        clocks.onComplete(epoch);
        mayHoldDueRows = true;
    }

    /**
     * Hands a time batch to each lane in which time has made something due. The batches are counted in the epoch, which
     * must not be cut. Lanes whose processors have written much in {@code init()} wait for a later epoch where this one
     * has enough of that. Dispatcher only.
     *
     * @return the number of lanes that were handed a time batch
     */
    public int deliverTime(Epoch epoch, long nowMs) {
        inits.begin(epoch);
        int handed = 0;
        for (Timed at : punctuated) {
            if (at.isTimeDue(nowMs) && inits.take(at.initBytes())) {
                deliverTime(epoch, at);
                handed++;
            }
        }
        if (mayHoldDueRows) {
            mayHoldDueRows = false;
            for (Timed at : holders) {
                if (at.lane.areRowsDue()) {
                    deliverTime(epoch, at);
                    handed++;
                }
            }
        }
        return handed;
    }

    /**
     * Whether the epoch has so much of what processors have written in {@code init()} that it is to be cut without any
     * record. Dispatcher only.
     */
    public boolean isFullOfInits(Epoch open) {
        return inits.isFull(open);
    }

    private void deliverTime(Epoch epoch, Timed at) {
        at.handedOver++;
        inboxes.handOver(new TimeBatch(epoch, at.entry), at.lane.index());
    }

    /**
     * Whether {@link #deliverTime(Epoch, long)} would hand over a time batch for anything but due rows. Dispatcher
     * only.
     */
    public boolean isTimeDue(long nowMs) {
        return punctuated.stream().anyMatch(at -> at.isTimeDue(nowMs));
    }

    /**
     * The wall-clock time behind which a punctuator is due, in milliseconds since 1970; no time is behind the last.
     * Dispatcher only.
     */
    public long timeDueAfterMs(Epoch open) {
        if (inits.isWaitingFor(open)) {
            return 0;
        }
        long dueAfterMs = Long.MAX_VALUE;
        for (Timed at : punctuated) {
            if (inits.fits(at.initBytes())) {
                dueAfterMs = Math.min(dueAfterMs, at.timeDueAfterMs());
            }
        }
        return dueAfterMs;
    }

    /** Wakes the lanes of the stage that the epoch, or a later epoch, has touched. Any thread. */
    public void wakeTouched(Epoch epoch, int stage) {
        Stage advanced = plan.stages().get(stage);
        for (Epoch later = epoch; later != null; later = later.next()) {
            wakeTouched(later, advanced);
        }
    }

    /**
     * Wakes the stage's lanes that this epoch has touched. It looks at 64 lanes at a time, so thousands of lanes
     * without work cost next to nothing.
     */
    private void wakeTouched(Epoch epoch, Stage stage) {
        int end = stage.firstLane() + stage.lanes();
        int lane = epoch.nextTouched(stage.firstLane(), end);
        while (lane < end) {
            inboxes.wake(lane);
            lane = epoch.nextTouched(lane + 1, end);
        }
    }

    /** Wakes all lanes of the stages that feed the entry. Any thread. */
    public void wakeFeeders(int entry) {
        for (Stage stage : plan.stages()) {
            if (plan.feeds(stage, entry)) {
                for (int lane = stage.firstLane(); lane < stage.firstLane() + stage.lanes(); lane++) {
                    inboxes.wake(lane);
                }
            }
        }
    }
}
