package org.stoatflow.kernel.clock;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.topology.ProcessorNode;

/**
 * The complete-epoch clocks (docs/DESIGN.md, "Time"): stream time over complete epochs, one for each owned virtual
 * partition of each {@link ClockGroup} of operators that buffer rows for a later time. They are kept with the state.
 * The {@link SourceTimes} and the {@link AppliedOffsets} stand beside them.
 *
 * <p>Threads: the dispatcher writes {@code complete}, and the thread that opens the lanes writes it before the first
 * step; lanes read it. {@code kept} is the committer's. Nothing else changes.
 */
public final class StreamClocks {
    private final List<String> rows = new ArrayList<>();
    private final Map<String, Integer> firstOf = new HashMap<>();
    private final Map<Integer, Integer> firstForwarded = new HashMap<>(); // by the first clock of a group
    private final BitSet inOrder = new BitSet(); // by the first clock of a group
    private final boolean rowsAreCommitted;

    /**
     * Shared. Written by: dispatcher; before the first step, the lanes as they are opened. Read by: lanes. Safe:
     * atomic; rises only. Proof: SharedFieldsTest.
     */
    private final AtomicLongArray complete;

    private final long[] kept;
    private final SourceTimes sources;
    private final ClosedWindows closed;
    private final AppliedOffsets applied = new AppliedOffsets();
    private final SourceStores sourceStores;

    /**
     * Reads the clocks of the plan's operators from the state.
     *
     * @param rowsAreCommitted true under exactly-once: records that have written the rows do not come again
     * @param committedTimes of the source partitions that are read, -1 where a partition begins without one
     */
    public StreamClocks(
            Plan plan, StateEngine state, boolean rowsAreCommitted, Map<TopicPartition, Long> committedTimes) {
        this.rowsAreCommitted = rowsAreCommitted;
        Set<String> groups = new HashSet<>();
        for (Stage stage : plan.stages()) {
            for (ClockGroup group : ClockGroup.of(stage)) {
                requireNew(group, groups);
                addClocks(plan, stage, group);
            }
        }
        complete = new AtomicLongArray(rows.size());
        kept = new long[rows.size()];
        for (int clock = 0; clock < kept.length; clock++) {
            kept[clock] = StoredClocks.read(state, rows.get(clock));
            complete.set(clock, kept[clock]);
        }
        sources = new SourceTimes(plan, rows.size(), committedTimes);
        closed = ClosedWindows.of(plan, this, kept);
        sourceStores = SourceStores.of(plan, state);
    }

    private static void requireNew(ClockGroup group, Set<String> groups) {
        if (!groups.add(group.name())) {
            throw new IllegalStateException("group=" + group.name() + " of operators with one clock is in two stages");
        }
    }

    private void addClocks(Plan plan, Stage stage, ClockGroup group) {
        int first = rows.size();
        group.operators().forEach(operator -> firstOf.put(operator.name(), first));
        inOrder.set(first, areInOrder(plan, stage, group.operators()));
        stage.owned().stream().forEach(partition -> rows.add(StoredClocks.ofGroup(stage, group, partition)));
        if (group.operators().stream().anyMatch(ProcessorNode::keepsForwarded)
                && (!isInOrder(first) || ClosedWindows.areTimesCommitted(plan, stage, group))) {
            firstForwarded.put(first, rows.size());
            stage.owned().stream().forEach(partition -> rows.add(StoredClocks.ofForwarded(stage, group, partition)));
        }
    }

    /**
     * Whether some processors of a stage, together, are given records in the order of one source partition: through one
     * queue, and not through a stage by key, whose lanes may overtake each other.
     */
    public static boolean areInOrder(Plan plan, Stage stage, List<ProcessorNode> processors) {
        BitSet seen = new BitSet();
        return ClockGroup.isFedByOneQueue(stage, processors)
                && ClockGroup.hopsTo(stage, processors).stream().noneMatch(hop -> isBelowKeys(plan, hop, seen));
    }

    private static boolean isBelowKeys(Plan plan, Entry.HopEnd hop, BitSet seen) {
        for (Stage feeder : plan.stages()) {
            if (plan.feeds(feeder, hop.id()) && !seen.get(feeder.id())) {
                seen.set(feeder.id());
                if (feeder.isByKey() || feeder.hopEnds().stream().anyMatch(above -> isBelowKeys(plan, above, seen))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The clocks of a plan that reads nothing and in which no operator buffers rows. */
    public static StreamClocks none() {
        return new StreamClocks();
    }

    private StreamClocks() {
        rowsAreCommitted = true;
        complete = new AtomicLongArray(0);
        kept = new long[0];
        sourceStores = SourceStores.NONE;
        sources = new SourceTimes();
        closed = ClosedWindows.NONE;
    }

    /** The number of clocks that epochs observe: first the clocks of operators, then those of source partitions. */
    public int count() {
        return rows.size() + sources.count();
    }

    /** Up to where records of the sources are in the committed state. */
    public AppliedOffsets applied() {
        return applied;
    }

    /** The partition times of source partitions. */
    public SourceTimes sources() {
        return sources;
    }

    /**
     * Where each source partition goes on after the epoch, with all times that are committed there. The committer calls
     * this for complete epochs in their order, and may repeat it for the last one. Committer only.
     */
    public Map<TopicPartition, SourcePosition> positions(Epoch epoch) {
        return closed.addTo(sources.positions(epoch), epoch);
    }

    /**
     * The clock of the first owned virtual partition of an operator's group. The clocks of the other owned ones follow,
     * by their slots.
     */
    public int first(String operator) {
        Integer first = firstOf.get(operator);
        if (first == null) {
            throw new IllegalStateException("operator " + operator
                    + " asks for a clock, and its supplier does not say that it holds rows: let it implement"
                    + " TimeDriven");
        }
        return first;
    }

    /**
     * Whether the operators of a group are given the records of one source partition in their order, as in Kafka
     * Streams.
     *
     * @param firstClock the group's first clock
     */
    public boolean isInOrder(int firstClock) {
        return inOrder.get(firstClock);
    }

    /**
     * The first of the clocks that say up to where a group has forwarded what it keeps; -1 if the group has none. Where
     * a state has none yet, the group's clock is that time.
     *
     * @param firstClock the group's first clock
     */
    public int firstForwarded(int firstClock) {
        return firstForwarded.getOrDefault(firstClock, -1);
    }

    /** The stream time over complete epochs. Any thread. */
    public long complete(int clock) {
        return complete.get(clock);
    }

    /**
     * Whether a start may raise a clock to the latest time in its rows. It may not where epochs are not isolated:
     * records that have written rows may come again, and older records before them would be late.
     */
    public boolean believesRows() {
        return rowsAreCommitted;
    }

    /** Raises a clock to a time. Call this before the first step. */
    public void raise(int clock, long timeMs) {
        complete.accumulateAndGet(clock, timeMs, Math::max);
    }

    /**
     * Raises the clocks to what the epoch has observed. The epoch, and all before it, are complete. Dispatcher only.
     */
    public void onComplete(Epoch epoch) {
        for (int clock = 0; clock < rows.size(); clock++) {
            raise(clock, epoch.observed(clock));
        }
    }

    /**
     * Adds the clocks that have risen in the epochs to the batch for the state. Until {@link #onApplied} it adds the
     * same again. Committer only.
     *
     * @return whether any clock has risen
     */
    public boolean addTo(StateBatch batch, List<Epoch> epochs) {
        boolean any = false;
        for (int clock = 0; clock < kept.length; clock++) {
            long now = observed(clock, epochs);
            if (now > kept[clock]) {
                new StoredClocks.Row(rows.get(clock), now).addTo(batch);
                any = true;
            }
        }
        epochs.forEach(epoch -> sourceStores.addTo(batch, epoch));
        return any;
    }

    private static long observed(int clock, List<Epoch> epochs) {
        long latest = Long.MIN_VALUE;
        for (Epoch epoch : epochs) {
            latest = Math.max(latest, epoch.observed(clock));
        }
        return latest;
    }

    /** Takes note that the state has what the epochs have added. Committer only. */
    public void onApplied(List<Epoch> epochs) {
        for (int clock = 0; clock < kept.length; clock++) {
            kept[clock] = Math.max(kept[clock], observed(clock, epochs));
        }
        epochs.forEach(epoch -> applied.reached(epoch.positions()));
    }

    @Override
    public String toString() {
        return rows + " " + Arrays.toString(kept);
    }
}
