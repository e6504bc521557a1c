package org.stoatflow.runtime.source;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.epoch.SourcePosition;

/**
 * Selects the positions that a cut commits: those that have moved since the cut before. Owner: the dispatcher's thread.
 */
final class CutPositions {
    private Map<TopicPartition, SourcePosition> lastCut = Map.of();

    /** Logs have changed: the same position is another one now, and is to be committed again. */
    void onLogsChanged(Set<TopicPartition> changed) {
        lastCut = CommitRights.without(changed, lastCut);
    }

    /** Of the positions at a cut, the ones that have moved since the cut before. */
    Map<TopicPartition, SourcePosition> cut(Map<TopicPartition, SourcePosition> positions) {
        Map<TopicPartition, SourcePosition> moved = new HashMap<>(positions);
        moved.entrySet().removeIf(entry -> entry.getValue().equals(lastCut.get(entry.getKey())));
        lastCut = positions;
        return Map.copyOf(moved);
    }
}
