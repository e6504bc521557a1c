package org.stoatflow.runtime.run;

import java.util.ArrayList;
import java.util.List;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.failure.LeftBehindException;

/**
 * The runs that have ended while lanes of theirs were in calls of user code. No other run begins before these lanes
 * have ended, as it would process the same keys: a call is never under way twice for one key, a store of the user's is
 * not closed under it, and no {@code init} is called before the {@code close} of the processor before. Owner: the
 * dispatcher's thread.
 */
final class LeftBehind {
    private final Clock clock;
    private final CallWait wait;
    private List<RunDriver> left = List.of();

    LeftBehind(Clock clock, CallWait wait) {
        this.clock = clock;
        this.wait = wait;
    }

    /** Takes note of a run that was stopped. */
    void add(RunDriver stopped) {
        if (!left.contains(stopped) && !stopped.lanesOut().isEmpty()) {
            wait.begin();
            List<RunDriver> more = new ArrayList<>(left);
            more.add(stopped);
            left = more;
        }
    }

    /**
     * Whether all lanes have ended. To be asked again until it is so; does not wait.
     *
     * @throws LeftBehindException where that takes too long. After it, as much time is given again
     */
    boolean areBack() {
        left = left.stream().filter(run -> !run.lanesOut().isEmpty()).toList();
        if (left.isEmpty()) {
            return true;
        }
        wait.goOn(this::texts);
        return false;
    }

    /** Waits until all lanes have ended, for so long at most. */
    void await(long waitNs) {
        long deadlineNs = clock.nanos() + waitNs;
        left.forEach(run -> run.awaitLanes(deadlineNs - clock.nanos()));
    }

    /** What the lanes are doing, for messages. */
    String texts() {
        List<Lane> out = new ArrayList<>();
        left.forEach(run -> out.addAll(run.lanesOut()));
        return BusyLanes.lastCalls(out);
    }
}
