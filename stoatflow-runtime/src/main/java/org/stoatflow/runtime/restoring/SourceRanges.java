package org.stoatflow.runtime.restoring;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.restore.LogRange;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.StateEngine;

/**
 * Bounds what stores are restored from source topics: what is behind the committed offset is not processed yet, and
 * will come to the store as records do.
 */
final class SourceRanges {
    private SourceRanges() {}

    /**
     * Ends the ranges of source topics at their committed offsets. Rows that are ahead of these, as at-least-once may
     * leave them, miss nothing: then the range ends where they are.
     */
    static void bound(
            Plan plan, StateEngine state, Map<TopicPartition, Long> committed, Map<TopicPartition, LogRange> ranges) {
        for (StorePlan store : plan.stores()) {
            if (store.sourceTopic() != null) {
                int id = state.storeId(store.name());
                plan.ownedOf(store).stream().forEach(partition -> {
                    TopicPartition source = new TopicPartition(store.sourceTopic(), partition);
                    ChangelogPosition stored = state.changelogPosition(id, partition);
                    ranges.computeIfPresent(
                            source, (of, range) -> bounded(range, committed.getOrDefault(of, range.begin()), stored));
                });
            }
        }
    }

    /**
     * An offset beyond the log is of one that was cut, or of another topic of that name, which is gone. Wherever the
     * source goes on now, what this log has was processed, or is left out by the policy of the source, or comes once
     * more: so all of it is in the table, as in Kafka Streams.
     */
    static LogRange bounded(LogRange range, long committed, @Nullable ChangelogPosition stored) {
        long reached = Math.min(committed, range.end());
        if (stored != null && stored.nextOffset() <= range.end()) {
            reached = Math.max(reached, stored.nextOffset());
        }
        return new LogRange(range.begin(), Math.max(range.begin(), reached));
    }
}
