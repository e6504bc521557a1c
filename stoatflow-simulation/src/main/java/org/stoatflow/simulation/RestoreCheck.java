package org.stoatflow.simulation;

import java.util.List;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.memorykafka.ClusterView;
import org.stoatflow.restore.RestoreTask;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.StateEngine;

/** What a start restores, against what the rows miss. */
final class RestoreCheck {
    private final ClusterView cluster;
    private final boolean abortsOfOthers;
    private @Nullable String inVain;

    /** @param abortsOfOthers whether somebody unknown may have aborted transactions */
    RestoreCheck(ClusterView cluster, boolean abortsOfOthers) {
        this.cluster = cluster;
        this.abortsOfOthers = abortsOfOthers;
    }

    /** After a step: what is thrown within one, the engine takes for a failure of its own. */
    void require() {
        if (inVain != null) {
            throw new Violation(Invariant.COMPLETE_IS_NOT_REBUILT, inVain);
        }
    }

    /** Before anything is restored. */
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
     * Nothing but markers is behind the rows. Where a transaction was aborted, one marker behind the last record is
     * certain to be that record's; others may be of transactions that have left no record, which the writer of the rows
     * may not know.
     */
    private boolean isKnownToBeComplete(TopicPartition changelog, ChangelogPosition stored) {
        long recordsEnd = cluster.recordsEnd(changelog);
        return stored.nextOffset() >= recordsEnd
                && (!abortsOfOthers && end(changelog) - recordsEnd <= 1 || !cluster.hasAborts(changelog));
    }

    private long end(TopicPartition changelog) {
        return cluster.endOffset(changelog, IsolationLevel.READ_UNCOMMITTED);
    }
}
