package org.stoatflow.races;

import java.util.List;

/** All proofs, by the names of their classes: schedulers load them anew. */
final class Proofs {
    /** Short enough for Lincheck, which goes into Kafka's classes and the JDK's too. */
    static final List<String> SHORT = List.of(
            "org.stoatflow.runtime.epoch.EpochCompletionProof",
            "org.stoatflow.runtime.epoch.EpochHopsProof",
            "org.stoatflow.runtime.epoch.EpochLeaveProof",
            "org.stoatflow.runtime.epoch.EpochAnnounceProof",
            "org.stoatflow.runtime.epoch.EpochTimesProof",
            "org.stoatflow.runtime.epoch.ReliefProof",
            "org.stoatflow.runtime.epoch.LoadReliefProof",
            "org.stoatflow.runtime.epoch.BudgetProof",
            "org.stoatflow.runtime.epoch.EpochFullProof",
            "org.stoatflow.runtime.epoch.StepCountProof",
            "org.stoatflow.runtime.sink.SendsProof",
            "org.stoatflow.runtime.source.ConsumerWakeProof",
            "org.stoatflow.state.UseGateProof",
            "org.stoatflow.state.TenureProof");

    /** Those that need whole lanes or a whole committer. */
    static final List<String> LONG = List.of(
            "org.stoatflow.runtime.lane.DeliveryProof",
            "org.stoatflow.runtime.lane.StartProof",
            "org.stoatflow.runtime.engine.InboxProof",
            "org.stoatflow.runtime.engine.LanesProof",
            "org.stoatflow.runtime.sink.OverlayProof",
            "org.stoatflow.runtime.sink.CommitterWakeProof",
            "org.stoatflow.runtime.sink.RefusalProof",
            "org.stoatflow.runtime.sink.FlowProof",
            "org.stoatflow.runtime.sink.OwnerTimeProof");

    private Proofs() {}
}
