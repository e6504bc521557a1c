package org.stoatflow.runtime.source;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import org.stoatflow.kernel.batch.Batch;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.Stage;

/**
 * Bounds how many source records may wait in a lane: as many as the lanes of its stage, at their present pace, finish
 * in a set time. An isolated epoch ends when the last lane has finished its share. So where functions block, this
 * bounds how long an epoch takes, however much memory is left. Owner: the dispatcher's thread.
 *
 * <p>The pace is that of the stage, not of the lane. So one slow record does not lower the bound of its lane, and the
 * lane does not hold up the others because of it.
 */
final class LaneBacklogs {
    /** The bound as long as no pace is known. */
    static final int RECORDS_AT_FIRST = Batch.RECORDS_MAX;

    /** The least bound: one record in work, and one that waits. */
    static final int RECORDS_MIN = 2;

    private static final long SAMPLE_NS = 50_000_000;
    private static final double OLD_WEIGHT = 0.8;

    private final IntToLongFunction doneOf;
    private final long boundNs;
    private final Pace[] paces;
    private final int[] stageOf;
    private final long[] handed;
    private final int[] room;
    private final long[] roundOfRoom;
    private long round;
    private long sampledNs;
    private boolean full;

    /** How fast the lanes of a stage work: their busy time and the records done. Older times and records count less. */
    private static final class Pace {
        private final Stage stage;
        private final long[] doneBefore;
        private final boolean[] busyBefore;
        private double busyNs;
        private double done;
        private int most = RECORDS_AT_FIRST;

        Pace(Stage stage) {
            this.stage = stage;
            this.doneBefore = new long[stage.lanes()];
            this.busyBefore = new boolean[stage.lanes()];
        }
    }

    /**
     * @param doneOf how many source records a lane has finished
     * @param boundNs how long a lane may take for the records that wait in it; the longest time for no bound
     */
    LaneBacklogs(Plan plan, IntToLongFunction doneOf, long boundNs, long nowNs) {
        this.doneOf = doneOf;
        this.boundNs = boundNs;
        this.sampledNs = nowNs;
        this.paces = plan.stages().stream().map(Pace::new).toArray(Pace[]::new);
        this.stageOf = new int[plan.lanes()];
        for (Stage stage : plan.stages()) {
            Arrays.fill(stageOf, stage.firstLane(), stage.firstLane() + stage.lanes(), stage.id());
        }
        this.handed = new long[plan.lanes()];
        this.room = new int[plan.lanes()];
        this.roundOfRoom = new long[plan.lanes()];
    }

    boolean isBounded() {
        return boundNs != Long.MAX_VALUE;
    }

    /** Begins a round of handing out. */
    void begin(long nowNs) {
        round++;
        full = false;
        if (isBounded() && nowNs - sampledNs >= SAMPLE_NS) {
            for (Pace pace : paces) {
                sample(pace, nowNs - sampledNs);
            }
            sampledNs = nowNs;
        }
    }

    /** Whether the lane may be given one more record in this round. */
    boolean hasRoom(int lane) {
        if (roundOfRoom[lane] != round) {
            roundOfRoom[lane] = round;
            room[lane] = Math.clamp(paces[stageOf[lane]].most - waiting(lane), 0, Integer.MAX_VALUE);
        }
        if (room[lane] > 0) {
            return true;
        }
        full = true;
        return false;
    }

    /** Counts one more record for the lane. */
    void add(int lane) {
        handed[lane]++;
        room[lane]--;
    }

    /** Whether a lane had no room in this round. */
    boolean wasFull() {
        return full;
    }

    /** How long to wait for room: in this time the lanes finish a small part of the records that wait. */
    long waitNs() {
        return boundNs / 16;
    }

    private long waiting(int lane) {
        return handed[lane] - doneOf.applyAsLong(lane);
    }

    private void sample(Pace pace, long tookNs) {
        long done = 0;
        double busy = 0;
        for (int i = 0; i < pace.stage.lanes(); i++) {
            int lane = pace.stage.firstLane() + i;
            long doneNow = doneOf.applyAsLong(lane);
            boolean busyNow = handed[lane] > doneNow;
            done += Math.max(0, doneNow - pace.doneBefore[i]);
            busy += (pace.busyBefore[i] ? 0.5 : 0) + (busyNow ? 0.5 : 0);
            pace.doneBefore[i] = doneNow;
            pace.busyBefore[i] = busyNow;
        }
        if (done == 0 && busy == 0) {
            return; // an idle stage shows no pace
        }
        pace.busyNs = OLD_WEIGHT * pace.busyNs + busy * tookNs;
        pace.done = OLD_WEIGHT * pace.done + done;
        if (pace.done >= 1) {
            pace.most = (int) Math.clamp(boundNs * pace.done / Math.max(1, pace.busyNs), RECORDS_MIN, 1 << 30);
        }
    }
}
