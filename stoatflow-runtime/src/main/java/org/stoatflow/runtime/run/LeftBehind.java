package org.stoatflow.runtime.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.kernel.time.MinuteReminder;
import org.stoatflow.runtime.failure.LeftBehindException;
import org.stoatflow.runtime.sink.Committer;

/**
 * The runs that have ended while lanes or committers of theirs were in calls of user code. No other run begins before
 * these have ended, as it would process the same keys: a call is never under way twice for one key, nor a handler for
 * one record, a store of the user's is not closed under it, and no {@code init} is called before the {@code close} of
 * the processor before. Owner: the dispatcher's thread.
 */
final class LeftBehind {
    private static final Logger LOG = LoggerFactory.getLogger(LeftBehind.class);

    private final Clock clock;
    private final long callMaxNs;
    private final MinuteReminder reminder = new MinuteReminder();
    private List<RunDriver> left = List.of();
    private long sinceNs;

    /** @param callMaxNs how long is waited for a call */
    LeftBehind(Clock clock, long callMaxNs) {
        this.clock = clock;
        this.callMaxNs = callMaxNs;
    }

    /** Takes note of a run that was stopped. */
    void add(RunDriver stopped) {
        if (!left.contains(stopped) && isOut(stopped)) {
            begin();
            List<RunDriver> more = new ArrayList<>(left);
            more.add(stopped);
            left = more;
        }
    }

    private static boolean isOut(RunDriver stopped) {
        return !stopped.lanesOut().isEmpty() || stopped.committerOut().isPresent();
    }

    private void begin() {
        sinceNs = clock.nanos();
        reminder.begin(sinceNs);
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
        long nowNs = clock.nanos();
        if (nowNs - sinceNs > callMaxNs) {
            begin();
            throw new LeftBehindException("User code does not come back, though its run has ended and each call but"
                    + " close() was interrupted: " + texts()
                    + ". No other run may begin before it does, as that would process the"
                    + " same keys beside it. It was waited for as long as max.poll.interval.ms says, "
                    + TimeUnit.NANOSECONDS.toMillis(callMaxNs) + " ms. Give each call a time-out, and let it end where"
                    + " its thread is interrupted");
        }
        if (reminder.isDue(nowNs)) {
            LOG.warn(
                    "The next run begins as soon as user code of the run before has come back, which takes long: {}",
                    texts());
        }
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
