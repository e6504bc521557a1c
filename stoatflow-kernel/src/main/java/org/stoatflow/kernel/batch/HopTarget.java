package org.stoatflow.kernel.batch;

import org.stoatflow.kernel.plan.Entry;

/**
 * Where a hop leads. Today a hop leads to inboxes of lanes in this process; it could lead to the topic of the same
 * name. Immutable; all lanes that feed the hop share the target.
 */
public interface HopTarget {
    /** The entry at the hop's far end. */
    Entry.HopEnd entry();

    /**
     * Makes the sender of one lane.
     *
     * @param onHandedOver called after the lane has handed over batches in the middle of its work; may stop the work by
     *     an exception
     */
    HopSender sender(Runnable onHandedOver);
}
