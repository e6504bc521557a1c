package org.stoatflow.runtime.monitor;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.Kernel;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.StallDetector;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.lane.LaneMonitor;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.runtime.cluster.NoAnswerException;
import org.stoatflow.runtime.metrics.HotKeyList;
import org.stoatflow.runtime.metrics.MeasuredRun;
import org.stoatflow.runtime.sink.Committer;

/**
 * Watches the oldest epoch that is cut and not applied. Where that takes long, it logs what the epoch waits for. Where
 * the epoch waits for nothing, or for answers that do not come, it ends the run. Owner: the dispatcher's thread.
 */
public final class EpochMonitor {
    private static final Logger LOG = LoggerFactory.getLogger(EpochMonitor.class);
    private static final int STUCK_AFTER_PARTS = 10;
    private static final long STUCK_AFTER_MIN_NS = 10_000_000L;
    private static final long STUCK_AFTER_MAX_NS = 1_000_000_000L;

    private final Plan plan;
    private final Committer committer;
    private final StallDetector stalls;
    private final AnswerWatch answers;
    private final LaneMonitor laneMonitor;
    private final StuckEpochDetector stuckEpochDetector;
    private final EpochStatus status;
    private final LongWork longWork;

    /**
     * @param answers the deadline of what the committer waits for
     * @param stalledAfterNs how long an epoch may take before the monitor logs what it waits for. An epoch that is
     *     unchanged for a tenth of that, or for a second if that is less, may be stuck
     */
    public EpochMonitor(
            Kernel kernel,
            Committer committer,
            Wakes wakes,
            StallDetector stalls,
            AnswerWatch answers,
            long stalledAfterNs) {
        List<Lane> lanes = kernel.lanes();
        this.plan = kernel.plan();
        this.committer = committer;
        this.stalls = stalls;
        this.answers = answers;
        this.laneMonitor = new LaneMonitor(lanes);
        this.stuckEpochDetector = new StuckEpochDetector(
                lanes, committer::state, committer.steps(), kernel.isIsolated(), wakes, stuckAfterNs(stalledAfterNs));
        this.status = new EpochStatus(plan, lanes, committer);
        this.longWork = new LongWork(stalledAfterNs);
    }

    /**
     * How long an epoch may stay unchanged before the detector looks whether it is stuck. The user's setting counts
     * within narrow bounds only, since it is meant for epochs that somebody works on.
     */
    private static long stuckAfterNs(long stalledAfterNs) {
        return Math.clamp(stalledAfterNs / STUCK_AFTER_PARTS, STUCK_AFTER_MIN_NS, STUCK_AFTER_MAX_NS);
    }

    /**
     * Called after each step of the dispatcher.
     *
     * @param running the run, for its most frequent keys
     * @throws StuckEpochException if it is proved that nobody goes on with the oldest epoch
     * @throws NoAnswerException if the committer waits for answers that do not come
     */
    public void look(Epoch open, MeasuredRun running, long nowNs) {
        answers.look(committer.awaited(), nowNs);
        Epoch oldest = stalls.oldest(open);
        boolean tell = stalls.isTimeToTell(oldest, nowNs);
        if (oldest == null) {
            lookAtOpen(open, nowNs);
            return;
        }
        requireSomebodyGoesOn(oldest, nowNs);
        if (!stalls.isSuspicious(nowNs)) {
            laneMonitor.forget();
            return;
        }
        laneMonitor.observe(oldest, nowNs);
        if (tell) {
            LOG.warn(
                    "Epoch {} of application {} was cut {} s ago and is not committed: it waits for {}",
                    oldest.number(),
                    plan.applicationId(),
                    seconds(nowNs - stalls.oldestSinceNs()),
                    waitedFor(oldest, running, nowNs));
        }
    }

    /** No epoch waits to be committed, which may be so for long where none is cut by time. */
    private void lookAtOpen(Epoch open, long nowNs) {
        if (!longWork.isTimeToLook(nowNs)) {
            return;
        }
        laneMonitor.observe(open, nowNs);
        if (longWork.isTimeToTell(laneMonitor.workSinceNs(), nowNs)) {
            LOG.warn(
                    "Epoch {} of application {} is open, and one batch of it has run for {} s: {}",
                    open.number(),
                    plan.applicationId(),
                    seconds(nowNs - laneMonitor.workSinceNs()),
                    laneMonitor.describe(open, nowNs));
        }
    }

    private void requireSomebodyGoesOn(Epoch oldest, long nowNs) {
        if (stuckEpochDetector.isStuck(oldest, nowNs)) {
            LOG.error(
                    "Epoch {} of application {} was cut {} s ago and is stuck: nobody has anything to do, and it is not"
                            + " committed. {}",
                    oldest.number(),
                    plan.applicationId(),
                    seconds(nowNs - stalls.oldestSinceNs()),
                    status.of(oldest));
            throw new StuckEpochException(oldest.number());
        }
    }

    private static String hotKeys(MeasuredRun running, @Nullable Stage stage) {
        return stage == null
                ? ""
                : "; most frequent keys of stage " + stage.id() + ": " + HotKeyList.of(running, stage);
    }

    private String waitedFor(Epoch oldest, MeasuredRun running, long nowNs) {
        if (!oldest.isComplete()) {
            return laneMonitor.describe(oldest, nowNs) + hotKeys(running, laneMonitor.stage());
        }
        return "the committer, which is " + committer.state() + ", for " + seconds(nowNs - committer.doingSinceNs())
                + " s";
    }

    private static double seconds(long ns) {
        return Math.round(ns / 1e8) / 10.0;
    }
}
