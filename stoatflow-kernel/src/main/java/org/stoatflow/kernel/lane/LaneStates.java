package org.stoatflow.kernel.lane;

import java.util.List;
import java.util.function.IntToLongFunction;
import org.stoatflow.kernel.chain.Application;
import org.stoatflow.kernel.clock.ClockGroup;
import org.stoatflow.kernel.clock.StreamClocks;
import org.stoatflow.kernel.plan.LaneShare;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.kernel.record.RecordCursor;
import org.stoatflow.state.SerdeDefaults;
import org.stoatflow.state.lane.LaneState;

/** Makes a lane's view of the stores of its stage. */
final class LaneStates {
    private LaneStates() {}

    static LaneState create(Lanes.Wiring wiring, LaneShare share, RecordCursor cursor) {
        Stage stage = share.stage();
        LaneState state = new LaneState(
                wiring.state(),
                stage.stores().stream().map(StorePlan::description).toList(),
                cursor,
                defaults(wiring.application(), stage.stores()),
                wiring.plan().cacheBytesOfLane(stage));
        boundTimes(state, share, wiring.clocks());
        return state;
    }

    /**
     * Where operators are given records in no order, one of their stores may be ahead of what another operator has
     * still to look for in it. So its rows expire by the complete-epoch clock, behind which no record of the group is.
     */
    private static void boundTimes(LaneState state, LaneShare share, StreamClocks clocks) {
        for (ClockGroup group : ClockGroup.of(share.stage())) {
            int first = clocks.first(group.operators().getFirst().name());
            if (!clocks.isInOrder(first)) {
                int firstOfLane = first + share.firstSlot();
                IntToLongFunction completeMs = partition -> clocks.complete(firstOfLane + share.slotOf(partition));
                group.stores().forEach(store -> state.boundTime(store, completeMs));
            }
        }
    }

    /** What stores use that are declared without serdes. */
    static SerdeDefaults defaults(Application application, List<StorePlan> stores) {
        return new SerdeDefaults(
                application.defaultKeySerdeOrNull(),
                application.defaultValueSerdeOrNull(),
                store -> changelogOf(stores, store));
    }

    /**
     * The name that a store's serdes are given as topic: the changelog's, also for a store without a changelog, as in
     * Kafka Streams.
     */
    private static String changelogOf(List<StorePlan> stores, String name) {
        for (StorePlan store : stores) {
            if (store.name().equals(name)) {
                return store.serdeTopic();
            }
        }
        throw new IllegalArgumentException("no store " + name);
    }
}
