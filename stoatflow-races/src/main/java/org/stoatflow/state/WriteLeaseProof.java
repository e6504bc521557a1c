package org.stoatflow.state;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;

/**
 * A committer that was left behind writes while its run ends and the next run writes. The writes of the next run stay.
 */
public final class WriteLeaseProof implements Proof {
    private static final StoreDescription STORE = new StoreDescription(
            "store",
            new StoreSettings.KeyValue(false),
            new InnerStore(false, false, null),
            new SerdeChoice(Serdes.String(), Serdes.String()),
            false,
            new ChangelogSettings(false, Map.of()));
    private static final byte[] KEY = {1};
    private static final byte[] NONE = {0};
    private static final byte[] OLD = {2};
    private static final byte[] NEW = {3};

    /** Opened once: how it is opened differs from one attempt to the next, and Lincheck takes that for chance. */
    private static final StateEngine STATE = StateEngines.inMemory(List.of(STORE));

    private static final class Writes {
        private final int store = STATE.storeId("store");
        private final WriteLease earlier = new WriteLease(STATE);
        private boolean over; // used by the next run's thread only

        void leftBehind() {
            try {
                earlier.apply(batch(OLD));
            } catch (IllegalStateException refused) {
                // the write came after the end of the lease, as it may
            }
        }

        /** Ends the earlier lease without waiting, as the lifecycle does. If the lease is over, the next run writes. */
        void next() {
            over = earlier.end();
            if (over) {
                new WriteLease(STATE).apply(batch(NEW));
            }
        }

        /** Ends the lease again if it was not over, now that the earlier write has returned. */
        void nextAtLast() {
            if (!over) {
                next();
            }
        }

        private StateBatch batch(byte[] value) {
            StateBatch batch = new StateBatch(0);
            batch.put(store, 0, KEY, value);
            return batch;
        }
    }

    @Override
    public void attempt() {
        Writes writes = new Writes();
        STATE.apply(writes.batch(NONE));
        Together.run(writes::leftBehind, writes::next);
        writes.nextAtLast();
        ForbiddenOutcome.when(!writes.over, "nothing is written any more, and the lease is not over");
        byte[] stays = STATE.get(writes.store, 0, KEY);
        ForbiddenOutcome.when(!Arrays.equals(NEW, stays), "a run that is over has written after the next one");
    }
}
