package org.stoatflow.runtime.lifecycle;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.kernel.time.MinuteReminder;
import org.stoatflow.runtime.group.MemberPlan;
import org.stoatflow.runtime.run.ActiveRun;

/**
 * {@link PhaseName#OPENING}: a run is made, and each of its lanes prepares its processors in its own thread. That may
 * take as long as it will: the group is polled meanwhile.
 */
final class OpeningPhase extends RunPhase {
    private static final Logger LOG = LoggerFactory.getLogger(OpeningPhase.class);

    /** Short, since nobody ends the poll when the last lane is open. */
    private static final Duration POLL = Duration.ofMillis(10);

    private final CloseRequest close;
    private final Clock clock;
    private final boolean isAtOnce;
    private final MinuteReminder reminder = new MinuteReminder();

    /** @param isAtOnce whether the run begins at once after the one before, so that it may recover first instead */
    OpeningPhase(Phases phases, MemberPlan plan, CloseRequest close, Clock clock, ActiveRun active, boolean isAtOnce) {
        super(phases, plan, active);
        this.close = close;
        this.clock = clock;
        this.isAtOnce = isAtOnce;
        reminder.begin(clock.nanos());
    }

    @Override
    public PhaseName name() {
        return PhaseName.OPENING;
    }

    @Override
    public void onEntry() {
        active.begin();
    }

    @Override
    public void step() {
        if (close.isAsked()) {
            phases.end();
        } else if (active.isOpen()) {
            phases.run(plan, active);
        } else {
            membership().poll(POLL);
            if (isStillOwner()) {
                tellIfLong();
            }
        }
    }

    /** The group takes an instance for well that polls, so nobody else would say that it does nothing. */
    private void tellIfLong() {
        if (reminder.isDue(clock.nanos())) {
            LOG.warn(
                    "Application {} goes on as soon as its processors are prepared, which takes long: {}",
                    phases.applicationId(),
                    doing());
        }
    }

    /** Whether a failure to prepare the processors is met by a recovery, which counts as no restart of its own. */
    boolean recoversFirst(Throwable failure) {
        return isAtOnce && failure.equals(active.run().failure());
    }
}
