package org.stoatflow.runtime.lifecycle;

import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.stoatflow.runtime.group.MemberPlan;
import org.stoatflow.runtime.group.Membership;
import org.stoatflow.runtime.run.AbandonedRun;

/** A phase in which the application is a member of its group, with a plan. */
abstract sealed class MemberPhase implements Phase
        permits ReplanningPhase, NotOwnerPhase, PausingPhase, RecoveringPhase, RestoringPhase, RunPhase {
    final Phases phases;
    final MemberPlan plan;

    MemberPhase(Phases phases, MemberPlan plan) {
        this.phases = phases;
        this.plan = plan;
    }

    @Override
    public final Optional<MemberPlan> member() {
        return Optional.of(plan);
    }

    @Override
    public final Optional<PlannedState> readable() {
        return Optional.of(new PlannedState(plan.plan(), plan.state()));
    }

    final MemberPlan plan() {
        return plan;
    }

    /**
     * Whether the application, after a failure in this phase, can go on in place, with its state and its membership.
     */
    abstract boolean goesOnInPlaceAfter(Throwable failure);

    final Membership membership() {
        return plan.membership();
    }

    final Consumer<byte[], byte[]> consumer() {
        return plan.consumer();
    }

    /**
     * Whether the partitions that were planned with are still ours. If not, the application has already left this
     * phase.
     */
    final boolean isStillOwner() {
        return switch (membership().since(plan.topics().sourceCounts())) {
            case OWNER, WAITING -> true;
            case LOST -> {
                leaveLost();
                yield false;
            }
            case REVOKED -> {
                abandon();
                phases.rejoin(plan, "partitions were taken back");
                yield false;
            }
            case OTHER_TOPICS -> {
                abandon();
                phases.planAgain(plan);
                yield false;
            }
        };
    }

    /** Goes back to joining, since partitions were lost. */
    final void leaveLost() {
        String doing = doing(); // before what is being done is ended
        boolean progressed = hasProgressed();
        Optional<AbandonedRun> abandoned = abandon();
        phases.rejoinAfterLoss(
                plan,
                doing,
                progressed || abandoned.map(AbandonedRun::hasCommitted).orElse(false));
    }

    /** Whether this phase has done anything that the next owner of the partitions need not do again. */
    boolean hasProgressed() {
        return false;
    }

    @Override
    public final void release() {
        phases.release(plan.state(), membership());
    }
}
