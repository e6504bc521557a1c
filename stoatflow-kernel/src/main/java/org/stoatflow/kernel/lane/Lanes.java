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
import org.stoatflow.kernel.clock.StreamClocks;
import org.stoatflow.kernel.counters.LaneCounters;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.outbox.LaneOutput;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.LaneShare;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.kernel.record.KeyGuard;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.processor.TimestampExtractor;

/**
 * All lanes of one run of an application, made together because hops need the inboxes of their targets. Immutable; the
 * lanes themselves belong to their threads.
 */
public final class Lanes {
    private final Plan plan;
    private final List<Lane> lanes;
    private final Inboxes inboxes;
    private final StreamClocks clocks;
    private final List<Timed> punctuated = new ArrayList<>();
    private final List<Timed> holders = new ArrayList<>();
    private boolean mayHoldDueRows = true; // once after every start and abort

    /** A lane that time may have work for, and the entry through which it comes. Owner: the dispatcher. */
    private static final class Timed {
        private final Lane lane;
        private final int entry;
        private long handedOver;

        Timed(Lane lane, int entry) {
            this.lane = lane;
            this.entry = entry;
        }

        /** Whether a time batch is under way, which does all that is due by then. */
        private boolean isUnderWay() {
            return handedOver != lane.progress().timeBatches();
        }

        boolean isTimeDue(long nowMs) {
            return !isUnderWay() && lane.progress().isTimeDue(nowMs);
        }

        long timeDueMs() {
            return isUnderWay() ? Long.MAX_VALUE : lane.progress().wallClockDueMs();
        }
    }

    private Lanes(Plan plan, StreamClocks clocks, List<Lane> lanes, Inboxes inboxes) {
        this.plan = plan;
        this.clocks = clocks;
        this.lanes = lanes;
        this.inboxes = inboxes;
        for (Lane lane : lanes) {
            lane.stage().entries().stream()
                    .filter(Entry.Timer.class::isInstance)
                    .forEach(timer -> add(new Timed(lane, timer.id())));
        }
    }

    /** In a stage by key nothing schedules punctuators. */
    private void add(Timed at) {
        if (!at.lane.stage().isByKey()) {
            punctuated.add(at);
        }
        if (!StreamClocks.holders(at.lane.stage()).isEmpty()) {
            holders.add(at);
        }
    }

    /** What lanes are made from. */
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
     * @param stalledMark batches at a hop from which on lanes do not feed it
     * @param commitRequest a processor wants a commit
     */
    public record Rules(Guarantee guarantee, int stalledMark, Runnable commitRequest) {}

    /** What is different between the two guarantees for a lane. */
    public sealed interface Guarantee {
        /** Epochs are isolated, and what a lane contributes goes to its epoch. */
        record ExactlyOnce() implements Guarantee {}

        /** Epochs are not isolated, and what a lane contributes goes to the intake. */
        record AtLeastOnce(LaneOutput.Intake intake) implements Guarantee {}
    }

    /** Wakes the thread of a lane. */
    @FunctionalInterface
    public interface Waker {
        void wake(int lane);
    }

    /**
     * Makes the lanes, with new processors from their suppliers. Call {@link Lane#open} before the first step.
     *
     * @param before what the lanes of the run before have counted, by lane; empty if there was none
     */
    public static Lanes create(Wiring wiring, Rules rules, Waker waker, List<LaneCounters> before) {
        Plan plan = wiring.plan();
        Inboxes inboxes = inboxes(plan, rules, waker, wiring.budget());
        LaneBuilder builder = new LaneBuilder(wiring, rules, inboxes, hopTargets(plan, inboxes));
        List<Lane> lanes = new ArrayList<>();
        for (Stage stage : plan.stages()) {
            KeyGuard guard = KeyGuard.of(stage);
            for (int index = stage.firstLane(); index < stage.firstLane() + stage.lanes(); index++) {
                LaneCounters counters =
                        new LaneCounters(stage, before.size() == plan.lanes() ? before.get(index) : null);
                lanes.add(builder.lane(LaneShare.of(stage, index), guard, counters));
            }
        }
        return new Lanes(plan, wiring.clocks(), List.copyOf(lanes), inboxes);
    }

    private static Inboxes inboxes(Plan plan, Rules rules, Waker waker, Budget budget) {
        Inbox[] byLane = new Inbox[plan.lanes()];
        boolean isolated = rules.guarantee() instanceof Guarantee.ExactlyOnce;
        for (Stage stage : plan.stages()) {
            int[] slots = inboxSlots(stage);
            for (int lane = stage.firstLane(); lane < stage.firstLane() + stage.lanes(); lane++) {
                int index = lane;
                byLane[lane] = new Inbox(stage.entries().getFirst().id(), slots, isolated, () -> waker.wake(index));
            }
        }
        return new Inboxes(byLane, budget);
    }

    /** One queue for all sources: what the dispatcher has put in order stays in order. Else a queue for each entry. */
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

    /** Hands a source batch to a lane, counted in its epoch. Dispatcher only. */
    public void deliver(SourceBatch batch, int lane) {
        inboxes.handOver(batch, lane);
    }

    /** Whether it is to be found out if rows are due. Dispatcher only. */
    public boolean mayHoldDueRows() {
        return mayHoldDueRows && keepClocks();
    }

    /** Whether any operator holds rows for a later stream time. */
    public boolean keepClocks() {
        return !holders.isEmpty();
    }

    /** The epoch, and all before it, are complete: what holds rows is asked whether any is due now. Dispatcher only. */
    public void onComplete(Epoch epoch) {
        clocks.onComplete(epoch);
        mayHoldDueRows = true;
    }

    /**
     * Hands a time batch to each lane that time has work for, counted in the epoch, which must not be cut. Dispatcher
     * only.
     *
     * @return how many
     */
    public int deliverTime(Epoch epoch, long nowMs) {
        int handed = 0;
        for (Timed at : punctuated) {
            if (at.isTimeDue(nowMs)) {
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

    private void deliverTime(Epoch epoch, Timed at) {
        at.handedOver++;
        inboxes.handOver(new TimeBatch(epoch, at.entry), at.lane.index());
    }

    /** Whether time has made anything due that {@link #deliverTime(Epoch, long)} would hand over. Dispatcher only. */
    public boolean isTimeDue(long nowMs) {
        return punctuated.stream().anyMatch(at -> at.isTimeDue(nowMs));
    }

    /** When the wall clock makes something due next, in milliseconds since 1970. Dispatcher only. */
    public long timeDueMs() {
        long dueMs = Long.MAX_VALUE;
        for (Timed at : punctuated) {
            dueMs = Math.min(dueMs, at.timeDueMs());
        }
        return dueMs;
    }

    /** Wakes the lanes of the stage that the epoch or a later one has touched. Any thread. */
    public void wakeTouched(Epoch epoch, int stage) {
        Stage advanced = plan.stages().get(stage);
        for (Epoch later = epoch; later != null; later = later.next()) {
            wakeTouched(later, advanced);
        }
    }

    /** Looks at 64 lanes at a time, so that thousands without work cost next to nothing. */
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
