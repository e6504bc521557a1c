package org.stoatflow.kernel.lane;

import org.stoatflow.kernel.chain.Chain;
import org.stoatflow.kernel.outbox.LaneOutput;
import org.stoatflow.kernel.timer.LaneTime;

/** What one lane is made of; taken apart by its constructor. */
record LaneParts(
        Chain chain,
        LaneCaches caches,
        LaneOutput output,
        LaneTime time,
        LaneProgress progress,
        Retries retries,
        RunEnd end) {}
