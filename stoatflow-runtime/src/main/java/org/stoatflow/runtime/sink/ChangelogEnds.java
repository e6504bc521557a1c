package org.stoatflow.runtime.sink;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.outbox.ChangelogPartition;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;

/**
 * Where the changelog partitions end that an application writes in transactions, as far as it knows. A transaction
 * takes an offset for each record and one more, the marker, in each partition that it has written to. The marker comes
 * after the commit has returned, maybe behind records of the next transaction. What is stored is therefore two offsets:
 * the one after the last record of our own, and the one after the markers that are certain to stand behind it.
 *
 * <p>An offset is counted only if it is certain to be taken by us: too few are harmless, since the log then ends later
 * than expected, and the time of the position decides. Offsets between our own records that are not ours to know are
 * taken for markers that are no longer to come.
 *
 * <p>Owner: the committer's thread.
 */
final class ChangelogEnds {
    private final StateEngine state;
    private final Map<ChangelogPartition, Tail> tails = new HashMap<>();
    private final Set<ChangelogPartition> changed = new HashSet<>();

    /**
     * The end of one partition.
     *
     * @param nextOffset after the last record of our own
     * @param behind offsets of our own that are certain to be taken at or after it
     */
    private record Tail(long nextOffset, long behind) {
        /** The tail once a transaction is over that has written records, committed or not. */
        Tail after(SentRecords.Written written) {
            long between = written.nextOffset() - nextOffset - written.records();
            return new Tail(written.nextOffset(), between < 0 ? 1 : Math.max(1, behind + 1 - between));
        }
    }

    /** @param state has the positions of the runs before */
    ChangelogEnds(StateEngine state) {
        this.state = state;
    }

    /** A transaction is decided: committed, or aborted by its producer, and its markers are certain to be written. */
    void onDecided(Map<ChangelogPartition, SentRecords.Written> sent) {
        sent.forEach((changelog, written) -> {
            Tail before = tails.get(changelog);
            if (before == null) {
                before = stored(changelog);
            }
            tails.put(changelog, before == null ? new Tail(written.nextOffset(), 1) : before.after(written));
            changed.add(changelog);
        });
    }

    private @Nullable Tail stored(ChangelogPartition changelog) {
        ChangelogPosition position = state.changelogPosition(changelog.store(), changelog.partition());
        return position == null ? null : new Tail(position.nextOffset(), position.ownEnd() - position.nextOffset());
    }

    /** Adds the positions that have changed since the last call. */
    void addTo(StateBatch batch) {
        for (ChangelogPartition changelog : changed) {
            Tail tail = tails.get(changelog);
            if (tail != null) {
                batch.position(
                        changelog.store(), changelog.partition(), tail.nextOffset(), tail.nextOffset() + tail.behind());
            }
        }
        changed.clear();
    }
}
