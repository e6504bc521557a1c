package org.stoatflow.runtime.lifecycle;

import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.runtime.group.MemberPlan;
import org.stoatflow.runtime.group.Membership;
import org.stoatflow.runtime.run.AbandonedRun;
import org.stoatflow.runtime.run.ActiveRun;
import org.stoatflow.runtime.run.Run;
import org.stoatflow.runtime.source.LogCut;

/** A phase that has a run. */
abstract sealed class RunPhase extends MemberPhase permits OpeningPhase, RunningPhase, DrainingPhase {
    final ActiveRun active;

    RunPhase(Phases phases, MemberPlan plan, ActiveRun active) {
        super(phases, plan);
        this.active = active;
    }

    /**
     * Steps the dispatcher of the run.
     *
     * @return how things stand in the group; where the partitions are lost, the application has already left this phase
     */
    final Membership.Standing dispatch() {
        decideGone(); // a phase before may have met some
        active.step();
        decideGone();
        active.watch();
        Membership.Standing standing = membership().since(plan.topics().sourceCounts());
        switch (standing) {
            case OWNER, WAITING, OTHER_TOPICS, REVOKED -> active.commitLater();
            case LOST -> leaveLost();
        }
        return standing;
    }

    /** Has those partitions go on that could not go on where the consumer was in them. */
    private void decideGone() {
        Map<TopicPartition, LogCut> cut =
                plan.source().decideGone(plan.offsetReset(), plan.topics().sourcePartitions());
        if (!cut.isEmpty()) {
            active.onLogCut(cut);
        }
    }

    @Override
    public final String doing() {
        return active.run().describeWork();
    }

    @Override
    public final Optional<AbandonedRun> abandon() {
        return Optional.of(active.abandon());
    }

    @Override
    public final void end(long waitNs) {
        active.end(waitNs);
    }

    @Override
    final boolean goesOnInPlaceAfter(Throwable failure) {
        return true;
    }

    @Override
    public final Optional<Run> run() {
        return Optional.of(active.run());
    }

    @Override
    public final void wake() {
        active.wake();
    }
}
