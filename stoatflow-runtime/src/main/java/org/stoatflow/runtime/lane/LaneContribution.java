package org.stoatflow.runtime.lane;

import org.jspecify.annotations.Nullable;
import org.stoatflow.runtime.epoch.Contribution;
import org.stoatflow.runtime.sink.Outbox;
import org.stoatflow.state.SealedState;

/**
 * What a lane hands to the committer: records to send, and what to apply to the state once they are committed.
 *
 * @param outbox output and changelog records, in the lane's order
 * @param sealed the lane's writes, or null if it wrote nothing
 * @param bytes what the lane told the budget that it keeps; given back once it is committed
 */
public record LaneContribution(Outbox outbox, @Nullable SealedState sealed, long bytes) implements Contribution {
    boolean isEmpty() {
        return outbox.isEmpty() && (sealed == null || sealed.isEmpty());
    }
}
