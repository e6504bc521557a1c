package org.stoatflow.kernel.lane;

import java.util.List;
import org.stoatflow.kernel.chain.Application;
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
        Application application = wiring.application();
        state.boundLogged(application.loggedBytesMax(), application.shownKeys()::of);
        if (share.ownPartition() >= 0) {
            state.partition(share.ownPartition()); // processors may ask for a user's store before the first record
        }
        return state;
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
