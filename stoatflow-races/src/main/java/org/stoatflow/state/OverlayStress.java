package org.stoatflow.state;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.lane.LaneState;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.state.KeyValueStore;

/** A lane reads a row that it has sealed, while the committer applies the row and marks it as applied. */
@JCStressTest
@Outcome(id = "value", expect = Expect.ACCEPTABLE, desc = "seen in the overlay, in the engine, or in both")
@Outcome(expect = Expect.FORBIDDEN, desc = "neither in the overlay nor in the engine: the row is lost for a moment")
@State
public class OverlayStress {
    private static final StoreDescription STORE = new StoreDescription(
            "store",
            new StoreSettings.KeyValue(false),
            new InnerStore(false, false, null),
            new SerdeChoice(Serdes.String(), Serdes.String()),
            false,
            new ChangelogSettings(false, Map.of()));

    private final StateEngine engine = StateEngines.inMemory(List.of(STORE));
    private final KeyValueStore<String, String> store;
    private final SealedState sealed;

    @SuppressWarnings("unchecked") // the store is described above
    public OverlayStress() {
        LaneState lane =
                new LaneState(engine, List.of(STORE), new NoRecord(), new SerdeDefaults(null, null, name -> name));
        lane.partition(0);
        store = (KeyValueStore<String, String>) lane.store("store");
        store.put("key", "value");
        sealed = lane.seal((id, partition, key, value, timestamp, headers) -> {});
    }

    @Actor
    public void committer() {
        StateBatch batch = new StateBatch(0);
        sealed.addTo(batch);
        engine.apply(batch);
        sealed.markApplied();
    }

    @Actor
    public void lane(L_Result result) {
        result.r1 = store.get("key");
    }

    private static final class NoRecord implements CurrentRecord {
        private final Headers headers = new RecordHeaders();

        @Override
        public long timestamp() {
            return 0;
        }

        @Override
        public Headers headers() {
            return headers;
        }
    }
}
