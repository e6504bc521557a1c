package org.stoatflow.kernel.batch;

import org.stoatflow.kernel.plan.Entry;

/**
 * Where a hop leads. Today these are the inboxes of lanes in this process; the topic of the same name can be another.
 * Immutable; shared by all lanes that feed it.
 */
public interface HopTarget {
    /** The entry at the far end. */
    Entry.HopEnd entry();

    /** What one lane sends to it. */
    HopSender sender();
}
