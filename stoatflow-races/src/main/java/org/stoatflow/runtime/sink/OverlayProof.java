package org.stoatflow.runtime.sink;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;
import org.stoatflow.state.CurrentRecord;
import org.stoatflow.state.SerdeDefaults;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.lane.LaneState;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.state.KeyValueStore;

/**
 * A lane reads a row that it has sealed, while the committer applies the row. The lane sees the row at every moment.
 */
public final class OverlayProof implements Proof {
    private static final StoreDescription STORE = new StoreDescription(
            "store",
            new StoreSettings.KeyValue(false),
            new InnerStore(false, false, null),
            new SerdeChoice(Serdes.String(), Serdes.String()),
            false,
            new ChangelogSettings(false, Map.of()));

    @Override
    @SuppressWarnings("unchecked") // the store is described above
    public void attempt() {
        StateEngine engine = StateEngines.inMemory(List.of(STORE));
        EpochCommitRig commits = new EpochCommitRig(new QuietProducer(), engine);
        LaneState lane = new LaneState(engine, List.of(STORE), new NoRecord(), new SerdeDefaults(null, null, s -> s));
        lane.partition(0);
        KeyValueStore<String, String> store = (KeyValueStore<String, String>) lane.store("store");
        store.put("key", "value");
        SealedState sealed = lane.seal((id, partition, key, value, timestamp, headers) -> {});
        commits.epoch().contribute(new LaneContribution(0, new Outbox(0), sealed, List.of(), 0, 0));
        commits.epoch().cut(Map.of());
        Together.run(commits::stepUntilItFails, () -> {
            ForbiddenOutcome.when(!"value".equals(store.get("key")), "a row that was sealed is not there");
            ForbiddenOutcome.when(!"value".equals(store.get("key")), "a row that was sealed is not there any more");
        });
        ForbiddenOutcome.when(!commits.epoch().isApplied(), "the epoch is not applied");
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
