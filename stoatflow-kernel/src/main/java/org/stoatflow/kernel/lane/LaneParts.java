package org.stoatflow.kernel.lane;

/** What one lane is made of; taken apart by its constructor. */
record LaneParts(
        Chain chain,
        LaneCaches caches,
        LaneOutput output,
        LaneTime time,
        LaneProgress progress,
        Retries retries,
        RunEnd end) {}
