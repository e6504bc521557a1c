package org.stoatflow.kernel.lane;

import org.stoatflow.kernel.chain.Chain;
import org.stoatflow.kernel.outbox.LaneOutput;
import org.stoatflow.kernel.timer.LaneTime;

/** The parts of one lane. The lane's constructor takes them apart. */
record LaneParts(
        Chain chain,
        LaneCaches caches,
        LaneOutput output,
        LaneTime time,
        LaneProgress progress,
        Retries retries,
        RunEnd end) {}
