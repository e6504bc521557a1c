package org.stoatflow.runtime.lifecycle;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.group.MemberPlan;
import org.stoatflow.runtime.run.ActiveRun;

/** {@link PhaseName#DRAINING}: the run commits what it has handed out, before the end or before planning again. */
final class DrainingPhase extends RunPhase {
    private static final Logger LOG = LoggerFactory.getLogger(DrainingPhase.class);

    /**
     * How long records of topics that are gone may take, since they cannot come again. Kafka Streams gives a function
     * as long: its {@code max.poll.interval.ms}.
     */
    private static final Duration REVOKED_MAX = Duration.ofMinutes(5);

    private final CloseRequest close;
    private final Clock clock;
    private final long sinceNs;
    private final Duration limit;

    /**
     * @param limit how long the phase takes at most, where nothing is gone; a request to close has its own deadline and
     *     replaces this
     */
    DrainingPhase(Phases phases, MemberPlan plan, ActiveRun active, CloseRequest close, Clock clock, Duration limit) {
        super(phases, plan, active);
        this.close = close;
        this.clock = clock;
        this.sinceNs = clock.nanos();
        this.limit = limit;
    }

    @Override
    public PhaseName name() {
        return PhaseName.DRAINING;
    }

    @Override
    public void onEntry() {
        active.drain();
    }

    @Override
    public void step() {
        if (active.isDrained()) {
            plan.state().settleUsers();
            leave();
        } else if (isLate()) {
            LOG.warn(
                    "{} without the last epoch, which is processed again after that{}. {}",
                    close.isAsked() ? "Closing" : "Planning again",
                    membership().revoked().isEmpty() ? "" : ", but for its records of topics that are gone",
                    active.run().describeWork());
            leave();
        } else {
            dispatch();
        }
    }

    private boolean isLate() {
        long nowNs = clock.nanos();
        if (close.isAsked()) {
            return nowNs - close.deadlineNs() > 0;
        }
        long revokedNs = membership().revoked().isEmpty() ? 0 : TimeSpans.nanos(REVOKED_MAX);
        return nowNs - sinceNs > Math.max(TimeSpans.nanos(limit), revokedNs);
    }

    private void leave() {
        if (close.isAsked()) {
            phases.end();
            return;
        }
        active.stopAndCommit();
        abandon();
        if (membership().revoked().isEmpty()
                || membership().knowsOthers(plan.topics().sourceCounts())) {
            phases.planAgain(plan);
        } else {
            phases.rejoin(plan, "partitions were taken back"); // the group will tell of the others
        }
    }
}
