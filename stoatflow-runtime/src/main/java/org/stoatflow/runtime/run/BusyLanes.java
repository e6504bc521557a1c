package org.stoatflow.runtime.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.lane.LaneActivity;
import org.stoatflow.kernel.lane.LaneMonitor;
import org.stoatflow.runtime.sink.Committer;

/** Describes the lanes that a run waits for, for messages. Any thread. */
final class BusyLanes {
    private static final int SHOWN_MAX = 5;

    private BusyLanes() {}

    static String describe(List<Lane> lanes) {
        return describe(lanes, lane -> lane.activity().text());
    }

    /** As {@link #describe}, with the node that each lane is in. */
    static String describeNodes(List<Lane> lanes) {
        return describe(
                lanes,
                lane -> "at node " + lane.nodeSeen() + ", " + lane.activity().text());
    }

    private static String describe(List<Lane> lanes, Function<Lane, String> doing) {
        List<String> busy = new ArrayList<>();
        for (Lane lane : lanes) {
            if (lane.isAtWork()
                    || lane.isHolding()
                    || lane.inbox().depth() > 0
                    || lane.activity() instanceof LaneActivity.Preparing) {
                busy.add(lane.name() + ": " + doing.apply(lane));
            }
        }
        return busy.size() + " of " + lanes.size() + " lanes have work" + (busy.isEmpty() ? "" : ": ") + joined(busy);
    }

    /** The calls that committers and lanes are still in, whose run is over. */
    static String lastCalls(List<Committer> committers, List<Lane> lanes) {
        List<String> calls = new ArrayList<>();
        committers.forEach(committer ->
                calls.add("committer: " + committer.userCode().orElseGet(() -> "in state " + committer.state())));
        lanes.forEach(lane -> calls.add(LaneMonitor.lastCall(lane)));
        return joined(calls);
    }

    private static String joined(List<String> texts) {
        int shown = Math.min(SHOWN_MAX, texts.size());
        return String.join("; ", texts.subList(0, shown)) + (texts.size() > shown ? "; …" : "");
    }
}
