package org.stoatflow.simulation;

import java.util.List;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.memorykafka.ClusterView;
import org.stoatflow.restore.RestoreTask;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.StateEngine;

/** Compares what a start restores with what the rows miss. */
final class RestoreCheck {
    private final ClusterView cluster;
    private final boolean othersWrite;
    private @Nullable String inVain;

    /** @param othersWrite whether another owner may write to changelogs, and end transactions late */
    RestoreCheck(ClusterView cluster, boolean othersWrite) {
        this.cluster = cluster;
        this.othersWrite = othersWrite;
    }

    /**
     * Throws a violation that was seen. Called after a step, since the engine takes what is thrown within a step for a
     * failure of its own.
     */
    void require() {
        if (inVain != null) {
            throw new Violation(Invariant.COMPLETE_IS_NOT_REBUILT, inVain);
        }
    }

    /** Looks at the plan of a restore, before anything is restored. */
    void look(List<RestoreTask> tasks, StateEngine state) {
        for (RestoreTask task : tasks) {
            ChangelogPosition stored = state.changelogPosition(task.changelog().storeId(), task.partition());
            if (task.reason().isFull() && stored != null && isKnownToBeComplete(task.topicPartition(), stored)) {
                inVain = task + ", though no record was written at or after " + stored + ", and the log ends at "
                        + end(task.topicPartition());
            }
        }
    }

    /**
     * Whether the engine must know that the rows are complete: after the rows, the changelog has only markers. If a
     * transaction was aborted, only one marker after the last record is certainly that record's. Other markers may be
     * of transactions without a record, which the writer of the rows may not know. Of another owner, a marker may come
     * after the rows were restored: it looks as a deletion that was compacted away.
     */
    private boolean isKnownToBeComplete(TopicPartition changelog, ChangelogPosition stored) {
        long recordsEnd = cluster.recordsEnd(changelog);
        boolean endsWithOwnMarker = recordsEnd > 0 && end(changelog) - recordsEnd <= 1;
        return !othersWrite
                && stored.nextOffset() >= recordsEnd
                && (endsWithOwnMarker || !cluster.hasAborts(changelog));
    }

    private long end(TopicPartition changelog) {
        return cluster.endOffset(changelog, IsolationLevel.READ_UNCOMMITTED);
    }
}
