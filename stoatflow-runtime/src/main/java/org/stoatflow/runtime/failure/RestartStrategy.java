package org.stoatflow.runtime.failure;

import java.util.ArrayDeque;
import java.util.Deque;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.streams.StreamsConfig;

/**
 * Bounds restarts in place: at most so many in a period, with growing pauses between those that bring no progress.
 * Owner: the dispatcher's thread.
 */
public final class RestartStrategy {
    /** Restarts in a row that brought no commit, before the uncaught-exception handler is asked. */
    static final int WITHOUT_PROGRESS_MAX = 3;

    private static final long FIRST_PAUSE_NS = 100_000_000L;
    private static final long PAUSE_MAX_NS = 10_000_000_000L;

    private final int most;
    private final int mostWithoutProgress;
    private final long periodNs;
    private final Deque<Long> times = new ArrayDeque<>();
    private int withoutProgress;
    private int barren; // restarts in a row without a commit, whatever the user has decided in between

    /**
     * @param most restarts within the period
     * @param mostWithoutProgress restarts in a row between which nothing was committed
     */
    public RestartStrategy(int most, int mostWithoutProgress, long periodNs) {
        this.most = most;
        this.mostWithoutProgress = mostWithoutProgress;
        this.periodNs = periodNs;
    }

    /** Makes the strategy that the configuration asks for. */
    public static RestartStrategy of(StreamsConfig config) {
        return new RestartStrategy(
                StoatflowConfig.RESTARTS_MAX.of(config),
                WITHOUT_PROGRESS_MAX,
                TimeSpans.nanos(StoatflowConfig.RESTART_PERIOD.of(config)));
    }

    /**
     * Asks for a restart.
     *
     * @param progressed whether anything was committed since the last one
     * @return false if there were too many
     */
    public boolean allow(long nowNs, boolean progressed) {
        while (!times.isEmpty() && nowNs - times.getFirst() > periodNs) {
            times.removeFirst();
        }
        withoutProgress = progressed ? 1 : withoutProgress + 1;
        barren = progressed ? 1 : barren + 1;
        times.addLast(nowNs);
        return times.size() <= most && withoutProgress <= mostWithoutProgress;
    }

    /**
     * Counts restarts anew, since the user has decided to go on or an outage is over. Without progress, pauses go on
     * growing.
     */
    public void forgive() {
        times.clear();
        withoutProgress = 0;
    }

    /** How long to wait before the restart that was allowed last; no time after progress. */
    public long pauseNs() {
        return barren <= 1 ? 0 : Math.min(PAUSE_MAX_NS, FIRST_PAUSE_NS << Math.min(20, 2 * (barren - 2)));
    }
}
