package org.stoatflow.runtime.source;

import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.EpochBytes;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.testkit.NoOpEpochListener;

/** What is known of growth once input was seen. */
final class KnownGrowth {
    private KnownGrowth() {}

    /** Input that becomes as many bytes as it has. */
    static SourceAmplification none(Plan plan) {
        EpochBytes seen = Epoch.first(1, plan.graph(), plan.lanes(), 1, new NoOpEpochListener())
                .memory();
        for (Entry source : plan.sourceEntries()) {
            seen.handOverSource(source.id(), 1);
            seen.processedSource(source.id(), 1);
            seen.retain(source.stage(), 1);
        }
        SourceAmplification learned = new SourceAmplification(plan);
        learned.learn(seen);
        return learned;
    }
}
