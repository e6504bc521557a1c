package org.stoatflow.restore;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.StateReads;
import org.stoatflow.state.StoreLoss;
import org.stoatflow.streams.errors.StreamsException;

/** Decides what each store partition needs. A pure function of what is stored and what the topics hold. */
public final class RestorePlanner {
    /** Tells positions; {@code StateReads::changelogPosition} is one. */
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

        /**
         * Why a store without positions has none any more.
         *
         * @param storeId the store
         * @return the reason, if it is known
         */
        default StoreLoss lossOf(int storeId) {
            return StoreLoss.NONE;
        }
    }

    /**
     * The positions that are stored in a state.
     *
     * @param state the state
     * @return the positions as they are when asked for
     */
    public static Positions positionsIn(StateReads state) {
        return new Positions() {
            @Override
            public @Nullable ChangelogPosition of(int storeId, int partition) {
                return state.changelogPosition(storeId, partition);
            }

            @Override
            public StoreLoss lossOf(int storeId) {
                return state.lossOf(storeId);
            }
        };
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
                tasks.add(task(changelog, partition, positions, range, nowMs));
            }
        }
        return tasks;
    }

    private static RestoreTask task(
            StoreChangelog changelog, int partition, Positions positions, LogRange range, long nowMs) {
        ChangelogPosition stored = positions.of(changelog.storeId(), partition);
        RestoreReason reason = stored == null
                ? reasonOf(positions.lossOf(changelog.storeId()))
                : reason(changelog, stored, range, nowMs);
        RestoreGoal goal = new RestoreGoal.UpTo(range.end());
        if (stored == null || reason.isFull()) {
            return new RestoreTask(changelog, partition, range.begin(), goal, reason, nowMs, nowMs);
        }
        return new RestoreTask(changelog, partition, stored.nextOffset(), goal, reason, stored.appliedAtMs(), nowMs);
    }

    private static RestoreReason reasonOf(StoreLoss loss) {
        return switch (loss) {
            case NONE -> RestoreReason.FULL_POSITION_MISSING;
            case DAMAGED -> RestoreReason.FULL_DAMAGED;
            case OTHER_LAYOUT -> RestoreReason.FULL_OTHER_LAYOUT;
        };
    }

    private static RestoreReason reason(
            StoreChangelog changelog, ChangelogPosition stored, LogRange range, long nowMs) {
        if (stored.isBegunOnly()) {
            return RestoreReason.FULL_CUT_OFF;
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
        return reasonOfAge(changelog.deleteRetentionMs(), stored.appliedAtMs(), nowMs);
    }

    /**
     * Whether the rows miss no record, so that it does not matter how long ago they were complete. This is so where
     * each offset between the rows and the end of the log was taken by a marker, or an aborted record, that the writer
     * of the position knew of.
     */
    private static boolean hasEverything(ChangelogPosition stored, LogRange range) {
        return stored.nextOffset() == range.end() || stored.ownEnd() == range.end();
    }

    /**
     * Whether the tail is enough, or tombstones written since rows were complete may be gone from the topic. A time
     * that is still to come says nothing of how long ago that was: the clock was ahead then, by no one knows how much.
     * A topic that keeps tombstones for ever is not asked when.
     *
     * @param keptMs how long the topic keeps tombstones
     */
    static RestoreReason reasonOfAge(long keptMs, long completeAtMs, long nowMs) {
        if (keptMs == Long.MAX_VALUE) {
            return RestoreReason.TAIL;
        }
        if (completeAtMs > nowMs) {
            return RestoreReason.FULL_CLOCK_AHEAD;
        }
        return nowMs - completeAtMs >= keptMs ? RestoreReason.FULL_TOO_OLD : RestoreReason.TAIL;
    }
}
