package org.stoatflow.state.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.SessionWindow;
import org.stoatflow.streams.state.AggregationWithHeaders;
import org.stoatflow.streams.state.SessionStore;

/** A session that has grown is in the changelog before the deletion of what it was. */
class MergedSessionsTest {
    private final TestStores.ManualRecord record = new TestStores.ManualRecord();
    private final List<String> log = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @SuppressWarnings("unchecked") // the store is described here
    void shouldBeLoggedBeforeTheDeletionsOfWhatTheyWere(boolean withHeaders) {
        StoreDescription store = TestStores.store(
                new StoreSettings.Session(withHeaders, 10_000, 5_000), "s", false, Serdes.String(), Serdes.String());
        try (StateEngine engine = StateEngines.inMemory(List.of(store))) {
            LaneState lane = new LaneState(engine, List.of(store), record, TestStores.BYTES_BY_DEFAULT);
            lane.partition(0);
            SessionStore<String, Object> sessions = (SessionStore<String, Object>) lane.store("s");
            sessions.put(session("a", 0, 100), value(withHeaders));
            sessions.put(session("b", 0, 100), value(withHeaders));
            seal(lane, engine, 0);
            log.clear();
            for (String key : List.of("a", "b")) {
                sessions.remove(session(key, 0, 100));
                sessions.put(session(key, 0, 110), value(withHeaders));
            }
            seal(lane, engine, 1);

            assertEquals(List.of("put", "put", "deleted", "deleted"), log);
            lane.close();
        }
    }

    private static Windowed<String> session(String key, long startMs, long endMs) {
        return new Windowed<>(key, new SessionWindow(startMs, endMs));
    }

    private static Object value(boolean withHeaders) {
        return withHeaders ? AggregationWithHeaders.make("v", new RecordHeaders()) : "v";
    }

    private void seal(LaneState lane, StateEngine engine, long epoch) {
        SealedState sealed = lane.seal(
                (id, partition, key, value, timestamp, headers) -> log.add(value == null ? "deleted" : "put"),
                epoch,
                epoch);
        StateBatch batch = new StateBatch(0);
        sealed.addTo(batch);
        engine.apply(batch);
        sealed.markApplied();
    }
}
