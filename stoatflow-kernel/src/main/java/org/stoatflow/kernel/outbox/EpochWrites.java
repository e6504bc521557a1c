package org.stoatflow.kernel.outbox;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.stoatflow.kernel.clock.StreamClocks;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;

/**
 * Applies complete epochs to the state once their output is committed. This is the only way by which rows of lanes
 * become committed rows. The order of calls is: {@link #add}, {@link #apply}, {@link #end}.
 *
 * <p>Owner: the committer's thread.
 */
public final class EpochWrites {
    private final StateEngine state;
    private final StreamClocks clocks;
    private final Budget budget;
    private final StateBatch batch;
    private final List<Epoch> epochs = new ArrayList<>();
    private final List<LaneContribution> contributions = new ArrayList<>();
    private boolean changesState;
    private boolean proven = true;
    private long bytes;

    /** @param ownedAtMs a time at which the partitions were certainly ours, in milliseconds since 1970 */
    public EpochWrites(StateEngine state, StreamClocks clocks, Budget budget, long ownedAtMs) {
        this.state = state;
        this.clocks = clocks;
        this.budget = budget;
        this.batch = new StateBatch(ownedAtMs);
    }

    /** Nothing has proved that the partitions are ours: the time at which all stores were current stays as it is. */
    public EpochWrites withoutProof() {
        proven = false;
        return this;
    }

    /** Adds a complete epoch: the clocks that have risen in it, and what lanes have contributed to it. */
    public EpochWrites add(Epoch epoch) {
        epochs.add(epoch);
        LaneContribution.of(epoch).forEach(this::add);
        return this;
    }

    /** Adds a contribution that a lane has handed over by itself, where epochs are not isolated. */
    public void add(LaneContribution contribution) {
        contributions.add(contribution);
        bytes += contribution.bytes();
        if (contribution.changesState()) {
            contribution.addTo(batch);
            changesState = true;
        }
    }

    /** Adds bytes that are committed and were in no contribution to the state. */
    public void addBytes(long outputBytes) {
        bytes += outputBytes;
    }

    /** Bytes that {@link #end} gives back to the budget. */
    public long bytes() {
        return bytes;
    }

    /**
     * Writes everything in one batch, if anything changes the state. Only then are the contributions marked: a lane
     * that reads the mark finds the rows in the state. Where the write fails, nothing has changed, and the same epochs
     * may be added to another batch.
     *
     * @param positions adds the changelog positions to the batch
     */
    public void apply(Consumer<StateBatch> positions) {
        changesState |= clocks.addTo(batch, epochs);
        if (changesState) {
            positions.accept(batch);
            if (proven) {
                batch.markAllCurrent();
            }
            state.apply(batch);
        }
        contributions.forEach(LaneContribution::markApplied);
        clocks.onApplied(epochs);
    }

    /** Marks the epochs as applied, which makes them forget their source positions, and gives back their bytes. */
    public void end() {
        epochs.forEach(Epoch::markApplied);
        budget.release(bytes);
    }
}
