package org.stoatflow.runtime.run;

import java.util.ArrayList;
import java.util.List;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.lane.LaneActivity;

/** Describes the lanes that a run waits for, for messages. Any thread. */
final class BusyLanes {
    private static final int SHOWN_MAX = 5;

    private BusyLanes() {}

    static String describe(List<Lane> lanes) {
        List<String> busy = new ArrayList<>();
        for (Lane lane : lanes) {
            if (lane.isAtWork()
                    || lane.isHolding()
                    || lane.inbox().depth() > 0
                    || lane.activity() instanceof LaneActivity.Preparing) {
                busy.add(lane.name() + ": " + lane.activity().text());
            }
        }
        int shown = Math.min(SHOWN_MAX, busy.size());
        return busy.size() + " of " + lanes.size() + " lanes have work" + (shown == 0 ? "" : ": ")
                + String.join("; ", busy.subList(0, shown)) + (busy.size() > shown ? "; …" : "");
    }
}
