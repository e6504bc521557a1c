package org.stoatflow.kernel.lane;

import org.apache.kafka.common.utils.Utils;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Hop;
import org.stoatflow.kernel.plan.Stage;

/**
 * Where a hop leads: its entry, its stage, and the inboxes of all lanes. Immutable; shared by all lanes that feed it.
 *
 * @param inboxes by lane index over all stages
 */
record HopTarget(Entry.HopEnd entry, Stage stage, Inbox[] inboxes) {
    Hop hop() {
        return entry.hop();
    }

    /** Not negative; murmur2 as Kafka's default partitioner has it. */
    static int hash(byte[] keyBytes) {
        return Utils.toPositive(Utils.murmur2(keyBytes));
    }
}
