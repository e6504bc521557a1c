package org.stoatflow.runtime.lifecycle;

import java.util.Optional;
import org.stoatflow.runtime.failure.Outage;
import org.stoatflow.runtime.group.MemberPlan;

/** {@link PhaseName#JOINING}: the source partitions are not ours yet. */
final class JoiningPhase extends NotOwnerPhase {
    private final Standby standby;
    private Optional<String> told = Optional.empty();

    JoiningPhase(Phases phases, MemberPlan plan, CloseRequest close, Outage outage, Standby standby) {
        super(phases, plan, close, outage);
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
    void await() {
        tell(membership().refusal());
        if (membership().waitsForOwner()) {
            phases.standBy(plan, standby.isWanted());
        }
    }

    /** The log has it, too, but whoever asks for the status may not see the log. */
    private void tell(Optional<String> refusal) {
        if (!refusal.equals(told)) {
            told = refusal;
            phases.explain(refusal.orElse("no member is in the way any more"));
        }
    }
}
