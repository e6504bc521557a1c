package org.stoatflow.kernel.lane;

import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.batch.Batch;
import org.stoatflow.kernel.batch.SourceBatch;
import org.stoatflow.kernel.chain.Chain;

/**
 * Which of its batches a lane takes next: that of the deepest entry, so that work leaves the stage before more comes
 * in. But what a hop brings does not overtake a batch of a source that arrived before it, since the source's was handed
 * out first (docs/design/012). Nor does anything overtake records that an owner before has left in a hop's topic and
 * that the dispatcher has handed out first (docs/design/040). Owner: the lane's thread.
 */
final class BatchOrder {
    private final int[] inputs;
    private final Chain chain;

    BatchOrder(Chain chain) {
        this.inputs = chain.inputs();
        this.chain = chain;
    }

    /** The batch that the lane takes next, or null if it may take none. */
    @Nullable
    Batch next(Lane lane) {
        for (int i = inputs.length - 1; i >= 0; i--) {
            Batch head = lane.runnable(inputs[i]);
            if (head != null) {
                return earliest(lane, head);
            }
        }
        return null;
    }

    /** Looks at the other entries after the deepest, so that it sees what arrived before the deepest one's batch. */
    private Batch earliest(Lane lane, Batch deepest) {
        Batch first = deepest;
        for (int other : chain.readBefore(deepest.entry())) {
            Batch head = lane.runnable(other);
            if (head instanceof SourceBatch
                    && head.arrival() < first.arrival()
                    && head.epoch().number() <= deepest.epoch().number()) {
                first = head;
            }
        }
        return first;
    }
}
