package org.stoatflow.kernel.clock;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.topology.ProcessorNode;

/**
 * The complete-epoch clocks (docs/DESIGN.md, "Time"): stream time over complete epochs, one for each operator that
 * holds rows for a later time and each of its virtual partitions. They are kept with the state. Beside them are the
 * {@link SourceTimes}.
 *
 * <p>Threads: {@code complete} is written by the dispatcher, and before the first step by whoever opens the lanes;
 * lanes read it. {@code kept} is the committer's. Everything else does not change.
 */
public final class StreamClocks {
    private final List<String> rows = new ArrayList<>();
    private final Map<String, Integer> firstOf = new HashMap<>();
    private final BitSet inOrder = new BitSet();
    private final boolean rowsAreCommitted;
    private final AtomicLongArray complete;
    private final long[] kept;
    private final SourceTimes sources;

    /**
     * The clocks of the plan's operators, as the state has them.
     *
     * @param rowsAreCommitted exactly-once: no record comes again that the rows tell of
     * @param committedTimes of the source partitions that are read, -1 where a partition begins without one
     */
    public StreamClocks(
            Plan plan, StateEngine state, boolean rowsAreCommitted, Map<TopicPartition, Long> committedTimes) {
        this.rowsAreCommitted = rowsAreCommitted;
        for (Stage stage : plan.stages()) {
            inOrder.set(stage.id(), !isBelowKeys(plan, stage, new BitSet()));
            for (ProcessorNode holder : holders(stage)) {
                firstOf.put(holder.name(), rows.size());
                for (int partition = 0; partition < stage.partitions(); partition++) {
                    rows.add(StoredClocks.ofOperator(stage, holder, partition));
                }
            }
        }
        complete = new AtomicLongArray(rows.size());
        kept = new long[rows.size()];
        for (int clock = 0; clock < kept.length; clock++) {
            kept[clock] = StoredClocks.read(state, rows.get(clock));
            complete.set(clock, kept[clock]);
        }
        sources = new SourceTimes(plan, rows.size(), committedTimes);
    }

    /** Whether records come through a stage by key, whose lanes may overtake each other. */
    private static boolean isBelowKeys(Plan plan, Stage stage, BitSet seen) {
        if (seen.get(stage.id())) {
            return false;
        }
        seen.set(stage.id());
        return stage.hopEnds().stream()
                .anyMatch(hop -> plan.stages().stream()
                        .filter(feeder -> plan.feeds(feeder, hop.id()))
                        .anyMatch(feeder -> feeder.isByKey() || isBelowKeys(plan, feeder, seen)));
    }

    /** Operators of the stage that hold rows for a later time. */
    public static List<ProcessorNode> holders(Stage stage) {
        return stage.processors().stream().filter(ProcessorNode::timeDriven).toList();
    }

    /** The clocks of a plan that reads nothing and in which no operator holds rows. */
    public static StreamClocks none() {
        return new StreamClocks();
    }

    private StreamClocks() {
        rowsAreCommitted = true;
        complete = new AtomicLongArray(0);
        kept = new long[0];
        sources = new SourceTimes();
    }

    /** The number of clocks that epochs observe: those of operators come first, those of source partitions second. */
    public int count() {
        return rows.size() + sources.count();
    }

    /** Times of the source partitions. */
    public SourceTimes sources() {
        return sources;
    }

    /** The clock of an operator's virtual partition 0; those of the others follow. */
    public int first(String operator) {
        Integer first = firstOf.get(operator);
        if (first == null) {
            throw new IllegalStateException("operator " + operator
                    + " asks for a clock, and its supplier does not say that it holds rows: let it implement"
                    + " TimeDriven");
        }
        return first;
    }

    /** Whether a lane of the stage is given records of one source partition in their order, as in Kafka Streams. */
    public boolean isInOrder(Stage stage) {
        return inOrder.get(stage.id());
    }

    /** Time over complete epochs. Any thread. */
    public long complete(int clock) {
        return complete.get(clock);
    }

    /**
     * Whether a start may raise a clock to the latest time that its rows tell of. Not where epochs are not isolated:
     * rows may then tell of records that come again, and older records before them would be late.
     */
    public boolean believesRows() {
        return rowsAreCommitted;
    }

    /** To be called before the first step. */
    public void raise(int clock, long timeMs) {
        complete.accumulateAndGet(clock, timeMs, Math::max);
    }

    /** The epoch, and all before it, are complete. Dispatcher only. */
    public void onComplete(Epoch epoch) {
        for (int clock = 0; clock < rows.size(); clock++) {
            raise(clock, epoch.observed(clock));
        }
    }

    /**
     * Adds what has risen in the epoch to what is written to the state. Committer only.
     *
     * @return whether anything has
     */
    public boolean addTo(StateBatch batch, Epoch epoch) {
        boolean any = false;
        for (int clock = 0; clock < kept.length; clock++) {
            long now = epoch.observed(clock);
            if (now > kept[clock]) {
                kept[clock] = now;
                new StoredClocks.Row(rows.get(clock), now).addTo(batch);
                any = true;
            }
        }
        return any;
    }

    @Override
    public String toString() {
        return rows + " " + Arrays.toString(kept);
    }
}
