package org.stoatflow.runtime.source;

import java.util.Arrays;
import org.stoatflow.kernel.epoch.EpochBytes;
import org.stoatflow.kernel.epoch.Growth;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;

/**
 * How many bytes each byte of source input becomes, by stage: the bytes that the work of an epoch has made lanes keep,
 * over the bytes that they have read. What stages without sources keep is shared among all input. As long as a stage
 * has shown nothing, it is guessed. The growth rises at once, also while an epoch is open, since an epoch that holds
 * too much cannot be cut between records; it falls slowly. Bytes of time work do not come of an epoch's input, and
 * cannot be told from the others. So an epoch with time batches raises the growth by {@link #RISE_WITH_TIME} at most.
 *
 * <p>It goes on from run to run: what has failed would be handed out again just so. Owner: the dispatcher's thread.
 */
public final class SourceAmplification {
    /**
     * The first guess. A thousand small records are handed out by it at once, so that functions that block do so
     * side by side from the start. What becomes far more is held by the bound of an epoch, or waits for
     * acknowledgements.
     */
    static final double FIRST_GUESS = 3;

    /** Of no plan: nothing is known. */
    public static final SourceAmplification NONE = new SourceAmplification(new int[0], 0);

    private static final double KEPT = 0.9;
    private static final double MAX = 1_000_000;
    private static final double RISE_WITH_TIME = 2;
    private static final int SHRINK = 16;

    private final int[] stageOf; // by entry, -1 for those that are no sources
    private final boolean[] reads; // by stage
    private final double[] factors; // by stage
    private final boolean[] known; // by stage
    private long recordsMax = Long.MAX_VALUE;

    public SourceAmplification(Plan plan) {
        this(stagesOfSources(plan), plan.stages().size());
    }

    private SourceAmplification(int[] stageOf, int stages) {
        this.stageOf = stageOf;
        reads = new boolean[stages];
        for (int stage : stageOf) {
            if (stage >= 0) {
                reads[stage] = true;
            }
        }
        factors = new double[reads.length];
        Arrays.fill(factors, FIRST_GUESS);
        known = new boolean[reads.length];
    }

    private static int[] stagesOfSources(Plan plan) {
        return plan.entries().stream()
                .mapToInt(entry -> entry instanceof Entry.Source ? entry.stage() : -1)
                .toArray();
    }

    /** Whether the plan has the same stages and sources as the one before, so that what was learned goes on. */
    public boolean isOf(Plan plan) {
        return plan.stages().size() == factors.length && Arrays.equals(stagesOfSources(plan), stageOf);
    }

    /** The growth, with what the open epoch has shown so far. */
    Growth with(EpochBytes open) {
        Seen seen = new Seen(open);
        double[] byStage = new double[factors.length];
        for (int stage = 0; stage < byStage.length; stage++) {
            double now = seen.growth(stage);
            if (!known[stage] && seen.hasDone(stage) && seen.isThroughHops) {
                factors[stage] = Math.clamp(now, 1, MAX);
            }
            byStage[stage] = Math.max(factors[stage], Math.min(MAX, now));
        }
        double[] byEntry = new double[stageOf.length];
        for (int entry = 0; entry < byEntry.length; entry++) {
            byEntry[entry] = stageOf[entry] < 0 ? 0 : byStage[stageOf[entry]];
        }
        return new Growth(byEntry);
    }

    /** Learns from a complete epoch. */
    void learn(EpochBytes complete) {
        Seen seen = new Seen(complete);
        boolean hadInput = false;
        for (int stage = 0; stage < factors.length; stage++) {
            if (seen.hasDone(stage)) {
                double least = known[stage] ? KEPT * factors[stage] : 1;
                factors[stage] = Math.clamp(Math.max(seen.growth(stage), least), 1, MAX);
                known[stage] = true;
                hadInput = true;
            }
        }
        if (hadInput) { // else an epoch of time work would let in what was too large a moment ago
            recordsMax = recordsMax > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : 2 * recordsMax;
        }
    }

    /** What an epoch shows of the growth of its input. */
    private final class Seen {
        private final EpochBytes memory;
        private final long[] done = new long[factors.length]; // bytes of input, by stage
        private final double shared; // what each byte of all input has become behind hops
        private final boolean isThroughHops; // nothing is on its way to where it may grow

        Seen(EpochBytes memory) {
            this.memory = memory;
            long all = 0;
            long inHops = 0;
            for (int entry = 0; entry < stageOf.length; entry++) {
                if (stageOf[entry] >= 0) {
                    long here = memory.handedOver(entry) - memory.at(entry);
                    done[stageOf[entry]] += here;
                    all += here;
                } else {
                    inHops += memory.at(entry);
                }
            }
            long elsewhere = memory.all() - memory.inSourceBatches();
            for (int stage = 0; stage < reads.length; stage++) {
                elsewhere -= reads[stage] ? memory.kept(stage) : 0;
            }
            shared = all > 0 ? (double) Math.max(0, elsewhere) / all : 0;
            isThroughHops = inHops <= 0;
        }

        boolean hasDone(int stage) {
            return done[stage] > 0;
        }

        /** How much the input of the stage has grown that is done; 0 where none is, or where it has made nothing. */
        double growth(int stage) {
            if (!hasDone(stage)) {
                return 0;
            }
            double seen = (double) memory.kept(stage) / done[stage] + shared;
            return memory.hasTimeWork() && known[stage] ? Math.min(seen, RISE_WITH_TIME * factors[stage]) : seen;
        }
    }

    /** How many source records an epoch may have. */
    long recordsMax() {
        return recordsMax;
    }

    /**
     * An epoch has held too much, and is aborted. The next ones are given fewer records, until epochs are complete.
     *
     * @param records how many source records it had, or how many of them have made most of it
     */
    void shrinkAfter(EpochBytes aborted, long records) {
        recordsMax = Math.max(1, Math.min(recordsMax, records) / SHRINK);
        Seen seen = new Seen(aborted);
        for (int stage = 0; stage < factors.length; stage++) {
            factors[stage] = Math.min(MAX, Math.max(factors[stage], seen.growth(stage)));
        }
    }
}
