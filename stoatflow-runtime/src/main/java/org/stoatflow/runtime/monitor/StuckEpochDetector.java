package org.stoatflow.runtime.monitor;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.StepCount;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.runtime.sink.CommitterState;

/**
 * Finds out that nobody will ever go on with an epoch that is cut. It does not guess from the time that has passed. It
 * wakes every lane, or the committer, that the epoch can wait for. It then waits until each of them has twice looked
 * for work and found none, while none of them works and the epoch stays as it is. A lane that is in user code, waits
 * for a broker, or gets no processor does not look; a lane that was about to be woken finds work. The detector repeats
 * such a round {@link #ROUNDS} times.
 *
 * <p>The second look of a lane has certainly begun after its wake. So a round proves that none of them had anything
 * left to do.
 *
 * <p>Owner: the dispatcher's thread.
 */
final class StuckEpochDetector {
    /** How many rounds in a row must find no work. */
    static final int ROUNDS = 5;

    private static final int LOOKS_IN_PERIOD = 20;
    private static final int CONFIRMING_STEPS = 2;
    private static final long NONE = -1;

    private final List<Lane> lanes;
    private final Supplier<CommitterState> committer;
    private final StepCount committerSteps;
    private final boolean isolated;
    private final Wakes wakes;
    private final long afterNs;
    private Progress progress = new Progress(NONE, 0, new int[0]);
    private long lastProgressNs;
    private long lastLookNs; // of value only once there is progress to compare with
    private int rounds;
    private @Nullable Round round;

    /**
     * How far an epoch has come. Once an entry is closed, its counters only fall, so a state of progress never comes
     * again.
     */
    private record Progress(long epoch, int owed, int[] outstanding) {
        static Progress of(Epoch epoch) {
            int[] outstanding = new int[epoch.entries()];
            Arrays.setAll(outstanding, epoch::outstanding);
            return new Progress(epoch.number(), epoch.owed(), outstanding);
        }

        boolean isSame(Progress other) {
            return epoch == other.epoch && owed == other.owed && Arrays.equals(outstanding, other.outstanding);
        }
    }

    /** The steps of all that the epoch can wait for, and how many each of them had done when the round began. */
    private record Round(List<StepCount> waitedFor, long[] worked, long[] idle) {
        static Round begin(List<StepCount> waitedFor) {
            return new Round(
                    waitedFor,
                    waitedFor.stream().mapToLong(StepCount::worked).toArray(),
                    waitedFor.stream().mapToLong(StepCount::idle).toArray());
        }

        boolean hasAnyWorked() {
            for (int i = 0; i < worked.length; i++) {
                if (waitedFor.get(i).worked() != worked[i]) {
                    return true;
                }
            }
            return false;
        }

        boolean haveAllLooked() {
            for (int i = 0; i < idle.length; i++) {
                if (waitedFor.get(i).idle() < idle[i] + CONFIRMING_STEPS) {
                    return false;
                }
            }
            return idle.length > 0; // an empty round proves nothing
        }
    }

    /**
     * @param committer gives the committer's state
     * @param isolated whether lanes are in one epoch at a time. If not, an epoch can wait for any lane, since batches
     *     of later epochs may come before its own
     * @param wakes wakes the lanes or the committer that are to look
     * @param afterNs how long an epoch may stay unchanged before the detector begins its rounds
     */
    StuckEpochDetector(
            List<Lane> lanes,
            Supplier<CommitterState> committer,
            StepCount committerSteps,
            boolean isolated,
            Wakes wakes,
            long afterNs) {
        this.lanes = lanes;
        this.committer = committer;
        this.committerSteps = committerSteps;
        this.isolated = isolated;
        this.wakes = wakes;
        this.afterNs = afterNs;
    }

    /**
     * Looks at the epoch; returns at once if the last look is too recent.
     *
     * @param oldest the oldest epoch that is cut and not applied
     * @return whether it is proved that nobody goes on with it
     */
    boolean isStuck(Epoch oldest, long nowNs) {
        if (progress.epoch() != NONE && nowNs - lastLookNs < afterNs / LOOKS_IN_PERIOD) {
            return false;
        }
        lastLookNs = nowNs;
        Progress now = Progress.of(oldest);
        if (!now.isSame(progress)) {
            progress = now;
            lastProgressNs = nowNs;
            forget();
        }
        if (nowNs - lastProgressNs < afterNs) {
            return false;
        }
        if (isAnybodyBusy(oldest)) {
            forget();
            return false;
        }
        return confirm(oldest);
    }

    private boolean confirm(Epoch oldest) {
        Round going = round;
        if (going != null && going.hasAnyWorked()) {
            forget();
        } else if (going != null && going.haveAllLooked()) {
            rounds++;
            round = null;
        }
        if (rounds >= ROUNDS) {
            return true;
        }
        if (round == null) {
            round = Round.begin(waitedFor(oldest));
        }
        wakeAll(oldest);
        return false;
    }

    private void forget() {
        rounds = 0;
        round = null;
    }

    private boolean isAnybodyBusy(Epoch epoch) {
        boolean complete = epoch.isComplete();
        if (complete && committer.get() != CommitterState.IDLE) {
            return true; // each of its calls has a time-out of its own, and its answers have one by AnswerWatch
        }
        for (Lane lane : lanes) {
            if (lane.isLeaving(epoch) || !complete && mayBeWaitedFor(lane, epoch) && isBusy(lane)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isBusy(Lane lane) {
        return lane.isAtWork() || lane.isHolding();
    }

    private boolean mayBeWaitedFor(Lane lane, Epoch epoch) {
        return !isolated || epoch.isOwing(lane.index());
    }

    private List<StepCount> waitedFor(Epoch epoch) {
        return epoch.isComplete()
                ? List.of(committerSteps)
                : lanesFor(epoch).stream().map(Lane::steps).toList();
    }

    /**
     * The lanes that the epoch can wait for. Where there are none and the epoch is not complete, the lanes that have
     * left it: one of them may be about to complete it.
     */
    private List<Lane> lanesFor(Epoch epoch) {
        List<Lane> owing =
                lanes.stream().filter(lane -> mayBeWaitedFor(lane, epoch)).toList();
        return owing.isEmpty()
                ? lanes.stream().filter(lane -> epoch.isTouched(lane.index())).toList()
                : owing;
    }

    private void wakeAll(Epoch epoch) {
        if (epoch.isComplete()) {
            wakes.committer();
            return;
        }
        for (Lane lane : lanesFor(epoch)) {
            wakes.lane(lane.index());
        }
    }
}
