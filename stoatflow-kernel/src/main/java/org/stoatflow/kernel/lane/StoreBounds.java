package org.stoatflow.kernel.lane;

import java.util.List;
import java.util.function.IntToLongFunction;
import org.stoatflow.kernel.clock.StreamClocks;
import org.stoatflow.kernel.plan.LaneShare;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.kernel.timer.LaneTime;
import org.stoatflow.state.lane.LaneState;
import org.stoatflow.topology.ProcessorNode;

/**
 * Keeps the rows of a lane's stores as long as somebody has still to look for them. A store's own time is that of its
 * puts. All processors that use the store count, since one of them may put what is ahead of the records of another.
 */
final class StoreBounds {
    private final LaneState state;
    private final LaneShare share;
    private final Plan plan;
    private final StreamClocks clocks;
    private final LaneTime time;

    StoreBounds(LaneState state, LaneShare share, Plan plan, StreamClocks clocks, LaneTime time) {
        this.state = state;
        this.share = share;
        this.plan = plan;
        this.clocks = clocks;
        this.time = time;
    }

    void set() {
        for (StorePlan store : share.stage().stores()) {
            set(share.stage(), store);
        }
    }

    private void set(Stage stage, StorePlan store) {
        List<ProcessorNode> users = stage.processors().stream()
                .filter(processor -> processor.stores().contains(store.name()))
                .toList();
        int[] groups = users.stream()
                .filter(ProcessorNode::timeDriven)
                .mapToInt(user -> clocks.first(user.name()))
                .distinct()
                .toArray();
        if (groups.length == 0) {
            return;
        }
        boolean inOrder = StreamClocks.areInOrder(plan, stage, users);
        if (store.description().settings().isReadAsOf()) {
            if (!inOrder || !clocks.believesRows()) {
                state.boundTime(store.name(), whatWaits(groups));
            }
        } else if (!inOrder) {
            state.boundTime(store.name(), processed(groups));
        }
    }

    /**
     * The complete-epoch clock, behind which no record of the users is; of users that forward rows later than that, the
     * time up to which they have. The latest one, as Kafka Streams' store would have it: a user to which nothing comes
     * must not keep rows for ever.
     */
    private IntToLongFunction processed(int[] groups) {
        return partition -> {
            long latest = -1;
            for (int group : groups) {
                latest = Math.max(latest, processedMs(group, partition));
            }
            return latest;
        };
    }

    private long processedMs(int group, int partition) {
        return clocks.firstForwarded(group) < 0
                ? clocks.complete(group + share.firstSlot() + share.slotOf(partition))
                : time.forwardedMs(group, partition);
    }

    /** What records that wait have still to look up. */
    private IntToLongFunction whatWaits(int[] groups) {
        return partition -> {
            long earliest = Long.MAX_VALUE;
            for (int group : groups) {
                earliest = Math.min(earliest, time.waitingSinceMs(group, partition));
            }
            return earliest;
        };
    }
}
