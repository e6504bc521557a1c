package org.stoatflow.races;

import java.util.List;

/** All proofs, by the names of their classes, since schedulers load the classes anew. */
final class Proofs {
    /** The proofs that are short enough for Lincheck, which also switches inside classes of Kafka and the JDK. */
    static final List<String> SHORT = List.of(
            "org.stoatflow.kernel.epoch.EpochCompletionProof",
            "org.stoatflow.kernel.epoch.EpochHopsProof",
            "org.stoatflow.kernel.epoch.EpochLeaveProof",
            "org.stoatflow.kernel.epoch.EpochAnnounceProof",
            "org.stoatflow.kernel.epoch.EpochTimesProof",
            "org.stoatflow.kernel.epoch.ReliefProof",
            "org.stoatflow.kernel.epoch.LoadReliefProof",
            "org.stoatflow.kernel.epoch.BudgetProof",
            "org.stoatflow.kernel.epoch.EpochFullProof",
            "org.stoatflow.kernel.epoch.StepCountProof",
            "org.stoatflow.runtime.sink.SentRecordsProof",
            "org.stoatflow.runtime.source.ConsumerWakeProof",
            "org.stoatflow.state.UseGateProof",
            "org.stoatflow.state.rocks.NativeUseProof",
            "org.stoatflow.state.WriteLeaseProof");

    /** The proofs that need whole lanes or a whole committer. */
    static final List<String> LONG = List.of(
            "org.stoatflow.kernel.QueryPositionProof",
            "org.stoatflow.state.QueryMomentProof",
            "org.stoatflow.kernel.lane.DeliveryProof",
            "org.stoatflow.kernel.lane.StartProof",
            "org.stoatflow.runtime.run.InboxProof",
            "org.stoatflow.runtime.run.LanesProof",
            "org.stoatflow.runtime.sink.OverlayProof",
            "org.stoatflow.runtime.sink.CommitterWakeProof",
            "org.stoatflow.runtime.sink.SendFailureProof",
            "org.stoatflow.runtime.sink.FlowProof",
            "org.stoatflow.runtime.sink.OwnerTimeProof",
            "org.stoatflow.runtime.global.GlobalLoadProof");

    private Proofs() {}
}
