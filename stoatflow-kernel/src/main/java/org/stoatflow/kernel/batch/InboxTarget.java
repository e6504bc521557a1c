package org.stoatflow.kernel.batch;

import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Stage;

/** A hop that leads to lanes in this process. Immutable; shared by all lanes that feed it. */
public record InboxTarget(Entry.HopEnd entry, Stage stage, Inboxes inboxes) implements HopTarget {
    @Override
    public HopSender sender(Runnable onHandedOver) {
        return new InboxSender(entry.id(), stage, inboxes, onHandedOver);
    }
}
