package org.stoatflow.kernel.lane;

import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Hop;
import org.stoatflow.kernel.plan.Stage;

/**
 * Where a hop leads: its entry, its stage, and the inboxes of all lanes. Immutable; shared by all lanes that feed it.
 */
record HopTarget(Entry.HopEnd entry, Stage stage, Inboxes inboxes) {
    Hop hop() {
        return entry.hop();
    }
}
