package org.stoatflow.runtime.lifecycle;

import java.util.Optional;
import org.stoatflow.runtime.failure.Outage;
import org.stoatflow.runtime.group.MemberPlan;

/** {@link PhaseName#JOINING}: the source partitions are not ours yet. */
final class JoiningPhase extends MemberPhase {
    private final CloseRequest close;
    private final Outage outage;
    private final Standby standby;
    private Optional<String> told = Optional.empty();

    JoiningPhase(Phases phases, MemberPlan plan, CloseRequest close, Outage outage, Standby standby) {
        super(phases, plan);
        this.close = close;
        this.outage = outage;
        this.standby = standby;
    }

    @Override
    public PhaseName name() {
        return PhaseName.JOINING;
    }

    @Override
    public void onEntry() {
        membership().begin();
    }

    @Override
    public void step() {
        if (close.isAsked()) {
            phases.end();
            return;
        }
        if (outage.isOn()) {
            membership().postpone();
        }
        if (membership().hasLost()) {
            phases.onAway();
        }
        switch (membership().join(plan.topics().sourceCounts(), plan.topics().sourcePartitions())) {
            case OWNER -> phases.recover(plan, "all partitions are ours");
            case OTHER_TOPICS -> phases.planAgain(plan);
            case WAITING -> {
                tell(membership().refusal());
                if (membership().waitsForOwner()) {
                    phases.standBy(plan, standby.isWanted());
                }
            }
            case REVOKED, LOST -> {}
        }
    }

    /** The log has it, too, but whoever asks for the status may not see the log. */
    private void tell(Optional<String> refusal) {
        if (!refusal.equals(told)) {
            told = refusal;
            phases.explain(refusal.orElse("no member is in the way any more"));
        }
    }

    @Override
    boolean goesOnInPlaceAfter(Throwable failure) {
        return false; // no run has begun, so there is nothing to go on from
    }
}
