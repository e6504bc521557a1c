package org.stoatflow.runtime.sink;

import java.util.HashMap;
import java.util.Map;
import org.stoatflow.kernel.outbox.ChangelogPartition;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;

/**
 * Where the changelog partitions end that an application writes without transactions. Without them, nothing prevents
 * writes of an instance that was silent for so long that another one has its partitions. So a position may only move
 * over records that the rows hold. Our own records take each offset from the stored position on; where an offset is
 * left out, another writer may have taken it.
 *
 * <p>A record that was written twice, since its answer was lost, also leaves an offset out; so does a record whose
 * answer has no offset. In every such case of doubt the tail is read again.
 *
 * <p>Owner: the committer's thread.
 */
final class ChangelogTails {
    private final StateEngine state;
    private final Map<ChangelogPartition, Long> nextOffsets = new HashMap<>();

    /** @param state knows the position of each partition that was ever restored: the end of its log at that time */
    ChangelogTails(StateEngine state) {
        this.state = state;
    }

    /**
     * Adds the positions behind the acknowledged records.
     *
     * @throws CommitFailure if there are records in between that are not known to be ours
     */
    void addTo(StateBatch batch, Map<ChangelogPartition, SentRecords.Written> acknowledged) {
        acknowledged.forEach((changelog, written) -> {
            long expected = nextOffsets.computeIfAbsent(changelog, this::stored);
            requireOwn(changelog, written, expected);
            nextOffsets.put(changelog, written.nextOffset());
            batch.position(changelog.store(), changelog.partition(), written.nextOffset());
        });
    }

    private long stored(ChangelogPartition changelog) {
        ChangelogPosition position = state.changelogPosition(changelog.store(), changelog.partition());
        return position == null ? 0 : position.nextOffset();
    }

    private static void requireOwn(ChangelogPartition changelog, SentRecords.Written written, long expected) {
        boolean unbroken = written.firstOffset() == expected && written.nextOffset() - expected == written.records();
        if (!unbroken) {
            throw new CommitFailure(
                    "Partition " + changelog.partition() + " of changelog " + changelog.topic()
                            + " has records that this instance does not know: " + written.records()
                            + " of its own have offsets from " + written.firstOffset() + " to "
                            + (written.nextOffset() - 1) + ", and " + expected
                            + " was the next. Another instance has written there, or a record was written twice."
                            + " Nothing"
                            + " is lost: the state is completed from the changelog",
                    new IllegalStateException("expected=" + expected + ", first=" + written.firstOffset()),
                    true);
        }
    }
}
