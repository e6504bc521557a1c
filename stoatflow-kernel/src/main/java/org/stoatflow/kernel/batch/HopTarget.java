package org.stoatflow.kernel.batch;

import org.stoatflow.kernel.plan.Entry;

/**
 * Where a hop leads. Today a hop leads to inboxes of lanes in this process; it could lead to the topic of the same
 * name. Immutable; all lanes that feed the hop share the target.
 */
public interface HopTarget {
    /** The entry at the hop's far end. */
    Entry.HopEnd entry();

    /** Makes the sender of one lane. */
    HopSender sender();
}
