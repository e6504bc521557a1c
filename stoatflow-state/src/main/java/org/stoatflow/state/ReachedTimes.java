package org.stoatflow.state;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The time that the committed puts into each store partition have reached, of stores whose readers see nothing older
 * than a while before it. It is neither stored nor told by a restore: after an opening or a wipe it is unknown until
 * the next committed put, in Kafka Streams only where nothing was restored. Threads: whoever applies batches raises;
 * any thread reads.
 */
public final class ReachedTimes {
    /** The time of a store partition into which nothing was put. */
    public static final long NONE = -1;

    /**
     * Shared. Written by: whoever applies batches. Read by: queries. Safe: concurrent map of numbers that only grow.
     * Proof: CommittedVersionsTest.
     */
    private final Map<StorePartition, Long> reachedMs = new ConcurrentHashMap<>();

    public ReachedTimes() {}

    /**
     * Takes the times of a batch, once its rows are seen.
     *
     * @param batch the batch
     */
    public void raise(StateBatch batch) {
        batch.timesTo((storeId, partition, timeMs) ->
                reachedMs.merge(new StorePartition(storeId, partition), timeMs, Math::max));
    }

    /**
     * The time of a store partition.
     *
     * @param storeId the store
     * @param partition the virtual partition
     * @return milliseconds since 1970, or {@link #NONE}
     */
    public long of(int storeId, int partition) {
        return reachedMs.getOrDefault(new StorePartition(storeId, partition), NONE);
    }

    /**
     * Forgets a store partition whose rows are wiped.
     *
     * @param storeId the store
     * @param partition the virtual partition
     */
    public void forget(int storeId, int partition) {
        reachedMs.remove(new StorePartition(storeId, partition));
    }
}
