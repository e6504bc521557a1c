package org.stoatflow.restore;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.streams.errors.StreamsException;

/** Decides what each store partition needs. A pure function of what is stored and what the topics hold. */
public final class RestorePlanner {
    /** Tells positions; {@code StateEngine::changelogPosition} is one. */
    @FunctionalInterface
    public interface Positions {
        /**
         * The stored position of a store partition.
         *
         * @param storeId the store
         * @param partition the partition
         * @return the position, or null where none is stored
         */
        @Nullable
        ChangelogPosition of(int storeId, int partition);
    }

    private RestorePlanner() {}

    /**
     * Plans one task for each store partition, those that are up to date included.
     *
     * @param changelogs the logged stores
     * @param positions what is stored
     * @param ranges what the topics hold
     * @param nowMs the time, in milliseconds since 1970
     * @return the tasks, in the order of stores and partitions
     * @throws StreamsException if a partition of a store has no range
     */
    public static List<RestoreTask> plan(
            List<StoreChangelog> changelogs, Positions positions, Map<TopicPartition, LogRange> ranges, long nowMs) {
        List<RestoreTask> tasks = new ArrayList<>();
        for (StoreChangelog changelog : changelogs) {
            for (int partition : changelog.partitions()) {
                LogRange range = ranges.get(new TopicPartition(changelog.topic(), partition));
                if (range == null) {
                    throw new StreamsException("Store " + changelog.store() + " cannot be restored: partition "
                            + partition + " of topic " + changelog.topic() + " has no offsets");
                }
                tasks.add(task(changelog, partition, positions.of(changelog.storeId(), partition), range, nowMs));
            }
        }
        return tasks;
    }

    private static RestoreTask task(
            StoreChangelog changelog, int partition, @Nullable ChangelogPosition stored, LogRange range, long nowMs) {
        RestoreReason reason = reason(changelog, stored, range, nowMs);
        if (stored == null || reason.isFull()) {
            return new RestoreTask(changelog, partition, range.begin(), range.end(), reason, nowMs, nowMs);
        }
        return new RestoreTask(
                changelog, partition, stored.nextOffset(), range.end(), reason, stored.appliedAtMs(), nowMs);
    }

    private static RestoreReason reason(
            StoreChangelog changelog, @Nullable ChangelogPosition stored, LogRange range, long nowMs) {
        if (stored == null) {
            return RestoreReason.FULL_POSITION_MISSING;
        }
        if (hasEverything(stored, range)) {
            return RestoreReason.UP_TO_DATE;
        }
        if (stored.nextOffset() > range.end()) {
            return RestoreReason.FULL_BEYOND_END;
        }
        if (stored.nextOffset() < range.begin()) {
            return RestoreReason.FULL_OFFSET_GONE;
        }
        return isTooOld(changelog, stored.appliedAtMs(), nowMs) ? RestoreReason.FULL_TOO_OLD : RestoreReason.TAIL;
    }

    /**
     * Whether the rows miss no record, so that it does not matter how long ago they were complete. This is so where
     * each offset between the rows and the end of the log was taken by a marker, or an aborted record, that the writer
     * of the position knew of.
     */
    private static boolean hasEverything(ChangelogPosition stored, LogRange range) {
        return stored.nextOffset() == range.end() || stored.ownEnd() == range.end();
    }

    /** Whether tombstones written since rows were complete may be gone from the topic. */
    static boolean isTooOld(StoreChangelog changelog, long completeAtMs, long nowMs) {
        return nowMs - completeAtMs >= changelog.deleteRetentionMs();
    }
}
