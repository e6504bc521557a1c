package org.stoatflow.runtime.lifecycle;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.failure.FailureClassifier;
import org.stoatflow.runtime.failure.Outage;
import org.stoatflow.runtime.group.MemberPlan;
import org.stoatflow.runtime.run.AbandonedRun;
import org.stoatflow.runtime.run.Runs;

/**
 * {@link PhaseName#STANDBY}: another instance owns the partitions, and this one can take over. It follows the
 * changelogs where the user has asked for standbys.
 */
final class StandbyPhase extends NotOwnerPhase {
    private static final Logger LOG = LoggerFactory.getLogger(StandbyPhase.class);

    /** How long nothing is followed after a failure. The instance can take over all the same. */
    private static final long RETRY_NS = TimeSpans.nanos(Duration.ofSeconds(30));

    private final Clock clock;
    private final Standby standby;
    private final Runs runs;
    private Standby.@Nullable Attempt attempt; // null until nothing before goes on, and after a failure
    private long notBeforeNs;

    StandbyPhase(
            Phases phases, MemberPlan plan, CloseRequest close, Outage outage, Clock clock, Phases.Services services) {
        super(phases, plan, close, outage);
        this.clock = clock;
        this.standby = services.state().standby();
        this.runs = services.runs();
        this.notBeforeNs = clock.nanos();
    }

    @Override
    public PhaseName name() {
        return PhaseName.STANDBY;
    }

    @Override
    void follow() {
        try {
            if (attempt != null) {
                attempt.advance();
            } else if (standby.isWanted()
                    && clock.nanos() - notBeforeNs >= 0
                    && runs.areCallsBack()
                    && standby.isQuiet()) {
                attempt = standby.begin(plan);
            }
        } catch (RuntimeException failure) {
            if (FailureClassifier.isMendedByOpening(failure)) {
                throw failure;
            }
            LOG.warn(
                    "Application {} does not follow the changelogs for {} s, and would restore more when it takes over,"
                            + " after: {}",
                    phases.applicationId(),
                    Duration.ofNanos(RETRY_NS).toSeconds(),
                    failure.getMessage(),
                    failure);
            abandon();
            notBeforeNs = clock.nanos() + RETRY_NS;
        }
    }

    @Override
    public Optional<AbandonedRun> abandon() {
        if (attempt != null) {
            attempt.stop();
            attempt = null;
        }
        return Optional.empty();
    }

    @Override
    public void end(long waitNs) {
        abandon();
    }
}
