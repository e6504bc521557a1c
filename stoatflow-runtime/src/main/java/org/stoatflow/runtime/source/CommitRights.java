package org.stoatflow.runtime.source;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.epoch.SourcePosition;

/**
 * In whose name source positions are committed, and of which partitions none are. Both are of one poll: a partition
 * that is gone must not be committed by a later generation of the group. Immutable.
 *
 * @param group the group metadata that a commit must carry
 * @param gone the partitions that are not there any more; there may be another topic with their name by now
 * @param undecided the partitions of which nobody knows yet whether they are gone
 * @param logs how the logs of partitions have changed since the run began; of most partitions they have not
 */
public record CommitRights(
        ConsumerGroupMetadata group,
        Set<TopicPartition> gone,
        Set<TopicPartition> undecided,
        Map<TopicPartition, LogChanges> logs) {
    public CommitRights {
        gone = Set.copyOf(gone);
        undecided = Set.copyOf(undecided);
        logs = Map.copyOf(logs);
    }

    /** The rights of a member of which no partition is gone. */
    public static CommitRights of(ConsumerGroupMetadata group) {
        return new CommitRights(group, Set.of(), Set.of(), Map.of());
    }

    /** The same rights, with another change of some partitions' logs; empty where it is not known where one goes on. */
    CommitRights changed(Map<TopicPartition, Optional<LogCut>> changes) {
        Map<TopicPartition, LogChanges> more = new HashMap<>(logs);
        changes.forEach(
                (partition, change) -> more.put(partition, changesOf(partition).and(change)));
        return new CommitRights(group, gone, undecided, more);
    }

    private LogChanges changesOf(TopicPartition partition) {
        return logs.getOrDefault(partition, LogChanges.NONE);
    }

    /** Whether the partition's topic is known to have been made anew. */
    boolean knowAnother(TopicPartition partition) {
        return changesOf(partition).tellOfAnother();
    }

    /** What may be committed for some positions, by partition. */
    public Map<TopicPartition, SourcePosition> allowed(Map<TopicPartition, SourcePosition> positions) {
        return without(gone, inPresentLogs(positions));
    }

    /**
     * What is to be committed for some positions in the logs that the partitions have now. A position of an earlier log
     * becomes the place where a run would begin that had committed it, as {@link LogCut#begin} says: what was processed
     * behind that place cannot come again, and what is before it may. Where the place is not known yet, the position is
     * left out.
     */
    public Map<TopicPartition, SourcePosition> inPresentLogs(Map<TopicPartition, SourcePosition> positions) {
        if (logs.isEmpty()) {
            return positions;
        }
        Map<TopicPartition, SourcePosition> present = new HashMap<>();
        positions.forEach((partition, position) ->
                changesOf(partition).inPresentLog(position).ifPresent(found -> present.put(partition, found)));
        return present;
    }

    /** Of some positions, by partition, the ones of all other partitions than these. */
    public static <T> Map<TopicPartition, T> without(Set<TopicPartition> gone, Map<TopicPartition, T> positions) {
        Map<TopicPartition, T> rest = new HashMap<>(positions);
        rest.keySet().removeAll(gone);
        return rest;
    }
}
