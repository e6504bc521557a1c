package org.stoatflow.runtime.epoch;

import java.util.Optional;

/**
 * Where a source partition goes on: what an epoch commits for it.
 *
 * @param offset next offset to process
 * @param leaderEpoch leader epoch of the last record before it, if known
 * @param partitionTime highest record timestamp seen on the partition, -1 if none (KS's partition time)
 */
public record SourcePosition(long offset, Optional<Integer> leaderEpoch, long partitionTime) {}
