package org.stoatflow.state;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.lane.CommittedStores;
import org.stoatflow.state.lane.LaneState;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.state.store.VersionReads;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.SessionWindow;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.VersionedKeyValueStore;
import org.stoatflow.streams.state.VersionedRecord;
import org.stoatflow.streams.state.VersionedRecordIterator;
import org.stoatflow.streams.state.WindowStore;

/**
 * Somebody who is no lane reads a store while the committer applies an epoch that writes all of its rows. What one call
 * shows, in however many reads of the state, is from before the epoch or from behind it.
 */
public final class QueryMomentProof implements Proof {
    private static final StoreDescription ROWS = store("rows", new StoreSettings.KeyValue(false));
    private static final StoreDescription WINDOWS =
            store("windows", new StoreSettings.Window(false, 1_000, 500, 10, false));
    private static final StoreDescription SESSIONS = store("sessions", new StoreSettings.Session(1_000, 500));
    private static final StoreDescription VERSIONS = store("versions", new StoreSettings.Versioned(1_000, 500));
    private static final List<StoreDescription> STORES = List.of(ROWS, WINDOWS, SESSIONS, VERSIONS);
    private static final SerdeDefaults DEFAULTS = new SerdeDefaults(null, null, name -> name);

    private static StoreDescription store(String name, StoreSettings settings) {
        return new StoreDescription(
                name,
                settings,
                new InnerStore(false, false, null),
                new SerdeChoice(Serdes.String(), Serdes.String()),
                false,
                new ChangelogSettings(true, Map.of()));
    }

    @Override
    public void attempt() {
        StateEngine engine = StateEngines.inMemory(STORES);
        LaneState lane = new LaneState(engine, STORES, new NoRecord(), DEFAULTS);
        lane.partition(0);
        put(lane, "old", 10);
        engine.apply(batch(lane));
        put(lane, "new", 20);
        StateBatch epoch = batch(lane);
        Together.run(() -> engine.apply(epoch), () -> read(engine));
    }

    @SuppressWarnings("unchecked") // the stores are described above
    private static void put(LaneState lane, String value, long versionFrom) {
        KeyValueStore<String, String> rows = (KeyValueStore<String, String>) lane.store("rows");
        WindowStore<String, String> windows = (WindowStore<String, String>) lane.store("windows");
        SessionStore<String, String> sessions = (SessionStore<String, String>) lane.store("sessions");
        for (long place = 0; place < 2; place++) {
            rows.put("key " + place, value);
            windows.put("key", value, place);
            sessions.put(new Windowed<>("key", new SessionWindow(place, place)), value);
        }
        ((VersionedKeyValueStore<String, String>) lane.store("versions")).put("key", value, versionFrom);
    }

    private static StateBatch batch(LaneState lane) {
        SealedState sealed = lane.seal((id, partition, key, value, timestamp, headers) -> {});
        StateBatch batch = new StateBatch(0);
        sealed.addTo(batch);
        return batch;
    }

    @SuppressWarnings("unchecked") // the stores are described above
    private static void read(StateEngine engine) {
        requireOneMoment(((KeyValueStore<String, String>) view(engine, ROWS)).all());
        requireOneMoment(((WindowStore<String, String>) view(engine, WINDOWS)).all());
        requireOneMoment(((SessionStore<String, String>) view(engine, SESSIONS)).fetch("key"));
        requireOneEnd((VersionReads<String, String>) view(engine, VERSIONS));
    }

    private static StateStore view(StateEngine engine, StoreDescription store) {
        return CommittedStores.of(engine, store, 0, DEFAULTS);
    }

    private static <K> void requireOneMoment(KeyValueIterator<K, String> rows) {
        Set<String> seen = new HashSet<>();
        try (rows) {
            while (rows.hasNext()) {
                seen.add(rows.next().value);
            }
        }
        ForbiddenOutcome.when(seen.size() != 1, "a scan shows a part of an epoch: " + seen);
    }

    private static void requireOneEnd(VersionReads<String, String> store) {
        Set<String> seen = new HashSet<>();
        try (VersionedRecordIterator<String> versions = store.versions("key", 0, 100, true)) {
            while (versions.hasNext()) {
                VersionedRecord<String> version = versions.next();
                ForbiddenOutcome.when(!seen.add(version.value()), "a version is shown twice: " + version);
            }
        }
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
