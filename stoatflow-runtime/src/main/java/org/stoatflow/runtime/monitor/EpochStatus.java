package org.stoatflow.runtime.monitor;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.stoatflow.kernel.batch.Inbox;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.runtime.sink.Committer;

/**
 * Describes in one line an epoch that does not end: its entries, the lanes that have not left it, and what lies in
 * inboxes.
 */
public final class EpochStatus {
    private static final int LANES_SHOWN_MAX = 32;
    private static final int WAITING_SHOWN_MAX = 8;

    private final Plan plan;
    private final List<Lane> lanes;
    private final Committer committer;

    public EpochStatus(Plan plan, List<Lane> lanes, Committer committer) {
        this.plan = plan;
        this.lanes = lanes;
        this.committer = committer;
    }

    /** The description. Any thread may ask; while lanes still work, it is a moment late. */
    public String of(Epoch epoch) {
        List<String> seen = new ArrayList<>();
        for (Lane lane : lanes) {
            List<Inbox.Waiting> waiting = lane.inbox().waiting();
            if (epoch.isOwing(lane.index()) || !waiting.isEmpty() || lane.isAtWork()) {
                seen.add(of(epoch, lane, waiting));
            }
        }
        int shown = Math.min(LANES_SHOWN_MAX, seen.size());
        String more = seen.size() == shown ? "" : "; and " + (seen.size() - shown) + " lanes more";
        return entries(epoch) + "; " + epoch.owed() + " lanes owe it" + (shown == 0 ? "" : "; ")
                + String.join("; ", seen.subList(0, shown)) + more + "; committer " + committer.state();
    }

    private String entries(Epoch epoch) {
        return "entries "
                + plan.entries().stream()
                        .map(entry -> name(entry.id()) + " " + epoch.stateOf(entry.id()) + " "
                                + epoch.outstanding(entry.id()))
                        .collect(Collectors.joining(", "));
    }

    private String of(Epoch epoch, Lane lane, List<Inbox.Waiting> waiting) {
        String part = epoch.isOwing(lane.index())
                ? " owes it"
                : epoch.hasLeft(lane.index()) ? " has left it" : " is not touched by it";
        return lane.name() + part + ", " + lane.activity().work() + ", inbox " + of(waiting);
    }

    private String of(List<Inbox.Waiting> waiting) {
        return waiting.isEmpty()
                ? "empty"
                : waiting.stream()
                                .limit(WAITING_SHOWN_MAX)
                                .map(each -> each.batches() + " of epoch " + each.epoch() + " at " + name(each.entry()))
                                .collect(Collectors.joining(" + "))
                        + (waiting.size() > WAITING_SHOWN_MAX ? " + …" : "");
    }

    private String name(int entry) {
        Entry named = plan.entries().get(entry);
        return "'" + named.name() + "'";
    }
}
