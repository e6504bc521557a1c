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
 * Where, as far as the application knows, the changelog partitions end that it writes in transactions. In each
 * partition to which a transaction has written, it takes an offset for each record and one more for its marker. The
 * marker is written after the commit has returned, maybe behind records of the next transaction. The state therefore
 * stores two offsets: the one after our last record, and the one after the markers that are certain to stand behind
 * that record.
 *
 * <p>A marker's offset counts only if the marker is certain to be ours. Too few are harmless: the log then ends later
 * than expected, and the time of the position decides. Offsets between our own records whose content we do not know are
 * taken for markers that are therefore no longer to come.
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
     * @param nextOffset the offset after our last record
     * @param behind how many offsets, from there on, our markers are certain to take
     */
    private record Tail(long nextOffset, long behind) {
        /** The end after one more transaction, committed or not, that has written these records. */
        Tail after(SentRecords.Written written) {
            long between = written.nextOffset() - nextOffset - written.records();
            return new Tail(written.nextOffset(), between < 0 ? 1 : Math.max(1, behind + 1 - between));
        }
    }

    /** @param state knows the positions that earlier runs stored */
    ChangelogEnds(StateEngine state) {
        this.state = state;
    }

    /**
     * Takes in a transaction that is decided: it is committed, or its producer has aborted it; its markers are certain
     * to be written.
     */
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

    /** Adds the positions that have changed and that the state does not have yet. */
    void addTo(StateBatch batch) {
        for (ChangelogPartition changelog : changed) {
            Tail tail = tails.get(changelog);
            if (tail != null) {
                batch.position(
                        changelog.store(), changelog.partition(), tail.nextOffset(), tail.nextOffset() + tail.behind());
            }
        }
    }

    /** Takes note that the state has what {@link #addTo} has added. */
    void onApplied() {
        changed.clear();
    }
}
