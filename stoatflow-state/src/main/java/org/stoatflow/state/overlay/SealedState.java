package org.stoatflow.state.overlay;

import java.util.ArrayList;
import java.util.List;
import org.stoatflow.state.StateBatch;

/**
 * What one lane wrote in one epoch. Made on the lane's thread by {@link org.stoatflow.state.lane.LaneState#seal}; the
 * committer applies it, and marks it as applied. Until then the lane reads its rows here.
 *
 * <p>Shared field: {@code applied}, written once by the committer after {@link org.stoatflow.state.StateEngine#apply}
 * has returned, read by the lane, which then empties the overlays and writes to them again. Sealed states of one lane
 * are applied in the order in which they were sealed, or together.
 */
public final class SealedState {
    private final List<SealedOverlay> overlays = new ArrayList<>();
    private long bytes;

    /**
     * Shared. Written by: committer, after {@code StateEngine.apply}. Read by: the lane. Safe: volatile. The lane reads
     * the flag first and the state engine second, so a row is seen in at least one of them. Proof: OverlayProof,
     * OverlayStress.
     */
    private volatile boolean applied;

    public SealedState() {}

    public void add(SealedOverlay overlay) {
        overlays.add(overlay);
        bytes += overlay.bytes();
    }

    /**
     * Whether the lane wrote nothing in the epoch, so that there is nothing to apply.
     *
     * @return true if there is no row
     */
    public boolean isEmpty() {
        return overlays.isEmpty();
    }

    /**
     * Adds all rows to a batch.
     *
     * @param batch the batch of the commit
     */
    public void addTo(StateBatch batch) {
        for (SealedOverlay overlay : overlays) {
            batch.add(overlay);
        }
    }

    /**
     * Marks the rows as applied: the engine has them now. The committer calls this after {@link
     * org.stoatflow.state.StateEngine#apply} has returned. Afterwards only the lane may read the overlays.
     */
    public void markApplied() {
        applied = true;
    }

    /**
     * Whether the engine holds these rows.
     *
     * @return true after {@link #markApplied}
     */
    public boolean isApplied() {
        return applied;
    }

    /**
     * About how much heap the writes take.
     *
     * @return the number of bytes
     */
    public long bytes() {
        return bytes;
    }
}
