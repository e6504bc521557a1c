package org.stoatflow.runtime.run;

import java.util.ArrayList;
import java.util.List;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.failure.LeftBehindException;
import org.stoatflow.runtime.sink.Committer;

/**
 * The runs that have ended while lanes or committers of theirs were in calls of user code. No other run begins before
 * these have ended, as it would process the same keys: a call is never under way twice for one key, nor a handler for
 * one record, a store of the user's is not closed under it, and no {@code init} is called before the {@code close} of
 * the processor before. Owner: the dispatcher's thread.
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
        if (!left.contains(stopped) && isOut(stopped)) {
            wait.begin();
            List<RunDriver> more = new ArrayList<>(left);
            more.add(stopped);
            left = more;
        }
    }

    private static boolean isOut(RunDriver stopped) {
        return !stopped.lanesOut().isEmpty() || stopped.committerOut().isPresent();
    }

    /**
     * Whether all lanes and committers have ended. To be asked again until it is so; does not wait.
     *
     * @throws LeftBehindException where that takes too long. After it, as much time is given again
     */
    boolean areBack() {
        left = left.stream().filter(LeftBehind::isOut).toList();
        if (left.isEmpty()) {
            return true;
        }
        wait.goOn(this::texts);
        return false;
    }

    /** Waits until all lanes and committers have ended, for so long at most. */
    void await(long waitNs) {
        long deadlineNs = clock.nanos() + waitNs;
        left.forEach(run -> run.awaitEnds(deadlineNs - clock.nanos()));
    }

    /** What they are doing, for messages. */
    String texts() {
        List<Lane> lanes = new ArrayList<>();
        List<Committer> committers = new ArrayList<>();
        for (RunDriver run : left) {
            lanes.addAll(run.lanesOut());
            run.committerOut().ifPresent(committers::add);
        }
        return BusyLanes.lastCalls(committers, lanes);
    }
}
